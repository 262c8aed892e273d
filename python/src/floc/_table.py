"""Columns of numbers."""

from __future__ import annotations

from typing import Any, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray


class Table(Mapping[str, NDArray[np.float64]]):
    """Columns of the same length by their names; `to_pandas()` makes a DataFrame."""

    def __init__(self, columns: Mapping[str, NDArray[np.float64]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    @property
    def rows(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self._columns)

    def __repr__(self) -> str:
        return f"<floc.Table of {self.rows} rows: {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        return str(self.to_pandas()._repr_html_())
