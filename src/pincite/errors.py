"""The errors of pincite, as a tree.

    PinciteError
    ├── InputError            the caller's input cannot be used
    │   ├── QuestionError     an empty or oversized question
    │   ├── DocumentError     a file that cannot become a document
    │   │   ├── UnsupportedFormat
    │   │   ├── DamagedDocument
    │   │   ├── EncryptedDocument
    │   │   └── EmptyDocument
    │   ├── AnswerFileError   a file that is no pincite.answer/1
    │   ├── UnknownDocument   an id that the library does not hold
    │   └── UnknownAnswer     an id that the history does not hold
    ├── LibraryError          the library folder cannot be used as it is
    │   ├── LibraryNotFound
    │   ├── EmptyLibrary
    │   ├── EmbedderMismatch
    │   └── LibraryBusy
    ├── ModelError            a model cannot be loaded or reached
    │   ├── MissingExtra      the part that has it is not installed
    │   ├── BrokenModel       installed, but its files are not the expected ones
    │   ├── Offline           text would leave the machine, and that is forbidden
    │   └── ServerError       a model server could not be reached, or what it sent is no answer of the protocol
    │       └── SchemaUnsupported  it turns a JSON schema down
    └── SettingsError         a setting that is unknown or out of bounds

Each says what was wanted, what was found and what to do. A refusal to answer is a result, never an error.
"""

from __future__ import annotations


class PinciteError(Exception):
    """An operation that could not be done, with its facts and the next step.

    Args:
        message: what was wanted and what was found, one sentence.
        hint: what to do about it, one sentence; empty where nothing helps.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class InputError(PinciteError):
    """The caller's input cannot be used."""


class QuestionError(InputError):
    """An empty or oversized question."""


class DocumentError(InputError):
    """A file that cannot become a document."""


class UnsupportedFormat(DocumentError):
    """The content is none of the formats that can be read."""


class DamagedDocument(DocumentError):
    """The file claims a format that its content does not hold to."""


class EncryptedDocument(DocumentError):
    """The file needs a password."""


class EmptyDocument(DocumentError):
    """The file holds no text at all."""


class AnswerFileError(InputError):
    """A file that is no valid pincite.answer/1."""


class UnknownDocument(InputError):
    """A document id that the library does not hold."""


class UnknownAnswer(InputError):
    """An id of an answer that the history does not hold."""


class LibraryError(PinciteError):
    """The library folder cannot be used as it is."""


class LibraryNotFound(LibraryError):
    """There is no library in the folder."""


class EmptyLibrary(LibraryError):
    """The library holds no document."""


class EmbedderMismatch(LibraryError):
    """The library's vectors were made by another embedder than the one at hand."""


class LibraryBusy(LibraryError):
    """Another process is writing to the library."""


class ModelError(PinciteError):
    """A model cannot be loaded or reached."""


class MissingExtra(ModelError):
    """The package that brings the model is not installed."""


class BrokenModel(ModelError):
    """The model is installed, but its files are not the expected ones."""


class Offline(ModelError):
    """Text would leave the machine, and `offline` forbids that."""


class ServerError(ModelError):
    """A model server could not be reached, or what it sent is no answer of the protocol."""


class SchemaUnsupported(ServerError):
    """The server turns a JSON schema down."""


class SettingsError(PinciteError):
    """A setting that is unknown or out of its bounds."""
