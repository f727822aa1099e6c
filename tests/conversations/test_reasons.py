"""A recommendation names the option and is measured against those that fit as well."""

from assisting import agent_over, example, talk

BIG = "15 inches or more, at least 16 GB, around 1400 euros"
WHICH = "Taking everything into account, which one would you recommend to me, and why?"


def test_which_to_take_behind_a_question_about_one_is_of_all_at_hand() -> None:
    laptops = agent_over(example("laptops.csv"))
    *_, exchange = talk(laptops, BIG, "how long does the battery of the second one last?", WHICH)
    assert exchange.wizard.text.startswith(("I'd say the ", "I'd take the "))


def test_a_name_is_no_reason() -> None:
    laptops = agent_over(example("laptops.csv"))
    *_, exchange = talk(laptops, BIG, "tell me about the Pinto Go 15 Plus", "why that one?")
    assert "is Pinto" not in exchange.wizard.text
