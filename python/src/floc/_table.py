"""Columns of numbers."""

from __future__ import annotations

from typing import Any, Iterator, Mapping

from numpy.typing import NDArray

from ._error import did_you_mean


def flat(columns: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The columns, with one for each component of a vector: normal_x, normal_y."""
    all: dict[str, NDArray[Any]] = {}
    for name, values in columns.items():
        if values.ndim == 1:
            all[name] = values
        else:
            all.update({f"{name}_{'xyz'[k]}": values[:, k] for k in range(values.shape[1])})
    return all


class Table(Mapping[str, NDArray[Any]]):
    """Columns of the same length by their names; `to_pandas()` makes a DataFrame."""

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"no column {name!r}{did_you_mean(str(name), self._columns)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._columns.values()), ()))

    def to_pandas(self) -> Any:
        """A DataFrame; vectors have a column for each component."""
        import pandas

        return pandas.DataFrame(flat(self._columns))

    def __repr__(self) -> str:
        return f"<floc.Table of {self.rows} rows: {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        return str(self.to_pandas()._repr_html_())
