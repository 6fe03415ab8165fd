"""Curved boundaries on real rows: what a line cannot separate, and error rates on MNIST."""
import command

KERNEL = ["--algorithm", "kernel", "--kernel", "polynomial", "--degree", 4, "--gamma", 1 / 255 ** 2, "--keeper", "average"]


def mnist(part):
    return command.data("images", part + "-images-idx3-ubyte.gz")


def error_on_digits(*words):
    command.train(mnist("train"), *words)
    return command.test(mnist("t10k"))["error"]


def train_errors(*words):
    return command.train(command.data("libsvm", "fourclass"), *words)["train_errors"]


def test_fourclass_is_separated_by_a_kernel_and_a_network_and_not_by_a_line():
    assert train_errors("--epochs", 1000) > 100
    assert train_errors("--algorithm", "kernel", "--keeper", "last", "--gamma", 0.01, "--epochs", 1000) == 0
    assert train_errors("--algorithm", "mlp", "--hidden", "64,32", "--scale", "standard", "--rate", 0.01, "--epochs", 400) == 0
    assert train_errors("--features", "fourier:300", "--gamma", 0.005, "--epochs", 2000) == 0


def test_mnist_kernel_errs_on_at_most_2_4_percent_after_one_epoch_and_1_8_after_three():
    assert error_on_digits(*KERNEL, "--epochs", 1) <= 0.024
    assert error_on_digits(*KERNEL, "--epochs", 3) <= 0.018


def test_mnist_fourier_features_err_on_at_most_3_5_percent_after_five_epochs():
    assert error_on_digits("--features", "fourier:4096", "--gamma", 2.5e-7, "--algorithm", "averaged", "--epochs", 5,
                           "--no-state") <= 0.035


def test_mnist_network_errs_on_at_most_2_2_percent_within_ten_epochs():
    assert error_on_digits("--algorithm", "mlp", "--hidden", 256, "--batch-size", 128, "--precision", "single", "--scale",
                           "minmax", "--l2", 0.0001, "--epochs", 10) <= 0.022
