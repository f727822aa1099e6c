"""The dialogue state: frames, wishes, options, lists, bookings; what references denote in it; how turns change it."""
