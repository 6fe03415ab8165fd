# Written by python -m perceptron._stubs; not by hand.
from typing import Any, Callable, Sequence

from ._base import Estimator

class Perceptron(Estimator):
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    average: bool
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., average: bool = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class AveragedPerceptron(Estimator):
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class VotedPerceptron(Estimator):
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class PocketPerceptron(Estimator):
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class MarginPerceptron(Estimator):
    margin: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    average: bool
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, margin: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., average: bool = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class UnevenMarginPerceptron(Estimator):
    margin_positive: float
    margin_negative: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    average: bool
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, margin_positive: float = ..., margin_negative: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., average: bool = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class PDM(Estimator):
    fraction: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    average: bool
    tie: str
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, fraction: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., average: bool = ..., tie: str = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class PassiveAggressive(Estimator):
    loss: str
    C: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    average: bool
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    shards: int
    mix: str
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, loss: str = ..., C: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., average: bool = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., shards: int = ..., mix: str = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class AROW(Estimator):
    r: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    average: bool
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    warm_start: bool
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, r: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., average: bool = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., warm_start: bool = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class LinearSVM(Estimator):
    C: float
    free_bias: bool
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, C: float = ..., free_bias: bool = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class HardMarginSVM(Estimator):
    free_bias: bool
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    multi_class: str
    max_updates: int
    time_limit: float
    gap: float | None
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, free_bias: bool = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., multi_class: str = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class KernelPerceptron(Estimator):
    kernel: str
    degree: int
    gamma: float | str
    coef0: float
    keeper: str
    budget: int
    removal: str
    margin: float
    max_iter: int
    shuffle: bool | str
    random_state: Any
    fit_intercept: bool
    intercept_scaling: float
    eta0: float | None
    schedule: str
    power: float
    average: bool
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    gap: float | None
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, kernel: str = ..., degree: int = ..., gamma: float | str = ..., coef0: float = ..., keeper: str = ..., budget: int = ..., removal: str = ..., margin: float = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., fit_intercept: bool = ..., intercept_scaling: float = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., average: bool = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., gap: float | None = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

class MLP(Estimator):
    hidden_layer_sizes: Sequence[int]
    activation: str
    output: str
    loss: str
    solver: str
    momentum: float
    init: str
    l2: float
    precision: str
    batch_size: int
    max_iter: int
    shuffle: bool | str
    random_state: Any
    eta0: float | None
    schedule: str
    power: float
    multi_class: str
    class_weight: dict[Any, float] | str | None
    max_updates: int
    time_limit: float
    scale: str
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    calibrate: str | None
    n_jobs: int | None
    record: bool
    callback: Callable[[Any], Any] | None
    verbose: bool
    def __init__(self, *, hidden_layer_sizes: Sequence[int] = ..., activation: str = ..., output: str = ..., loss: str = ..., solver: str = ..., momentum: float = ..., init: str = ..., l2: float = ..., precision: str = ..., batch_size: int = ..., max_iter: int = ..., shuffle: bool | str = ..., random_state: Any = ..., eta0: float | None = ..., schedule: str = ..., power: float = ..., multi_class: str = ..., class_weight: dict[Any, float] | str | None = ..., max_updates: int = ..., time_limit: float = ..., scale: str = ..., early_stopping: bool = ..., validation_fraction: float = ..., n_iter_no_change: int = ..., calibrate: str | None = ..., n_jobs: int | None = ..., record: bool = ..., callback: Callable[[Any], Any] | None = ..., verbose: bool = ...) -> None: ...

ESTIMATORS: list[type[Estimator]]
