"""What goes over the wire, in and out."""
