/** A page that is only read: it needs nothing but the frame. */

import { frameReady, pageReady } from "./frame.js";

await frameReady;
pageReady();
