"""The shared library, for what takes too long with a process for each certificate."""
import ctypes as c


class Error(c.Structure):
    _fields_ = [("code", c.c_int), ("file", c.c_char * 96), ("line", c.c_uint64), ("column", c.c_uint64),
                ("message", c.c_char * 240), ("detail", c.c_int)]


class Verification(c.Structure):
    _fields_ = [("size", c.c_size_t), ("accepted", c.c_bool), ("reason", c.c_char * 160), ("verdict", c.c_int),
                ("positive", c.c_char * 160), ("bias", c.c_bool), ("decimal", c.c_bool), ("rows", c.c_uint64),
                ("features", c.c_uint64), ("n_rows", c.c_uint64), ("boundary", c.c_int), ("n_forced", c.c_uint64),
                ("n_on", c.c_uint64), ("classes", c.c_uint64), ("literal", c.c_bool), ("values", c.c_char * 320)]


UNKNOWN, NONE, EXISTS = range(3)   # ptron_boundary


class Library:
    def __init__(self, path):
        self.c = c.CDLL(path)
        for name in ("ptron_dataset_free", "ptron_options_free", "ptron_certificate_free", "ptron_bytes_free"):
            getattr(self.c, name).argtypes = [c.c_void_p]
            getattr(self.c, name).restype = None
        self.c.ptron_certify.argtypes = [c.c_void_p, c.c_size_t] + [c.c_void_p] * 4
        self.c.ptron_dataset_class_name.argtypes = [c.c_void_p, c.c_size_t]
        self.c.ptron_dataset_class_name.restype = c.c_char_p

    def call(self, name, *arguments):
        """A function whose last argument is the error: its status."""
        self.error = Error()
        return getattr(self.c, name)(*arguments, c.byref(self.error))

    def must(self, name, *arguments):
        if self.call(name, *arguments) != 0:
            raise RuntimeError(f"{name}: {self.error.file.decode()}:{self.error.line}: {self.error.message.decode()}")

    def options(self, chosen):
        options = c.c_void_p()
        self.must("ptron_options_new", c.byref(options))
        for name, value in chosen.items():
            self.must("ptron_options_set", options, name.encode(), value.encode())
        return options


class Set:
    """Rows of a file."""

    def __init__(self, library, path, chosen):
        self.library, self.handle = library, c.c_void_p()
        options = library.options({**chosen, "digits": "yes"})
        paths = (c.c_char_p * 1)(path.encode())
        library.must("ptron_dataset_load", paths, c.c_size_t(1), options, None, c.byref(self.handle))
        library.c.ptron_options_free(options)

    def close(self):
        self.library.c.ptron_dataset_free(self.handle)

    def classes(self):
        names = []
        while (name := self.library.c.ptron_dataset_class_name(self.handle, len(names))) is not None:
            names.append(name.decode())
        return names

    def certify(self, chosen, positive=None):
        """The text of a certificate about one class, or all at once; None: undecided."""
        options, certificate = self.library.options(chosen), c.c_void_p()
        if positive is None:
            self.library.must("ptron_certify_classes", self.handle, options, None, c.byref(certificate))
        else:
            self.library.must("ptron_certify", self.handle, positive, options, None, c.byref(certificate))
        text, length = c.c_void_p(), c.c_size_t()
        written = self.library.call("ptron_certificate_write", certificate, c.byref(text), c.byref(length)) == 0
        found = c.string_at(text, length.value) if written else None
        for free, what in (("bytes", text), ("certificate", certificate), ("options", options)):
            getattr(self.library.c, f"ptron_{free}_free")(what)
        return found

    def verify(self, certificate):
        answer = Verification(size=c.sizeof(Verification))
        self.library.must("ptron_verify", certificate, c.c_size_t(len(certificate)), self.handle, c.byref(answer))
        return answer
