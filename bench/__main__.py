"""``make bench``: print each ratio with its yardstick, and fail if one misses its aim."""

import sys

from bench import bot, law, page, people


def main() -> int:
    """Measure, print, and return 1 if an aim is missed."""
    missed = 0
    ours, yardstick = law.measure()
    print("one full result of the law against one zen-engine decision on a table of 20 rows")
    print(
        f"  ours {ours * 1e6:7.1f} µs   zen-engine {yardstick * 1e6:7.1f} µs   ratio {yardstick / ours:.2f} (aim: over 1)"
    )
    missed += ours >= yardstick
    verdict, yardstick = people.measure()
    print("the verdict on the people aboard, largest case, all modes, against one zen-engine decision")
    print(
        f"  ours {verdict * 1e6:7.1f} µs   zen-engine {yardstick * 1e6:7.1f} µs   ratio {verdict / yardstick:.1f} (aim: under 10)"
    )
    missed += verdict >= 10 * yardstick
    rates = page.measure()
    print("the answer page against a bare translated Flask page, requests a second in one process")
    ratio = rates["kept"] / rates["bare"]
    anew = rates["rendered"] / rates["bare"]
    print(
        f"  answer page {rates['kept']:7.0f}   bare page {rates['bare']:7.0f}   ratio {ratio:.2f} (aim: at least 0.70)"
    )
    print(f"  rendered anew each time, for comparison: {rates['rendered']:.0f}, ratio {anew:.2f}")
    missed += ratio < 0.7
    missed += bot.main()
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
