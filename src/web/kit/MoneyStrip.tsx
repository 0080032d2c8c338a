import { formatCents, formatCentsShort } from "#kernel/money.ts";

type Money = { expendedCents: number; encumberedCents: number; availableCents: number };

/**
 * The bar alone: expended, encumbered, the rest; drawn as SVG so that it needs no inline style. An
 * overdrawn line is red at its end.
 */
export function StripBar({ expendedCents, encumberedCents, availableCents }: Money) {
  const total = Math.max(1, expendedCents + encumberedCents + Math.max(0, availableCents));
  const expended = Math.max(0, Math.min(100, (expendedCents / total) * 100));
  const encumbered = Math.max(0, Math.min(100 - expended, (encumberedCents / total) * 100));
  const gap = encumbered > 0.6 && expended > 0 ? 0.4 : 0;
  const over = availableCents < 0 ? Math.min(100, Math.max(2, (-availableCents / total) * 100)) : 0;
  return (
    <svg
      className="strip"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="strip-rest" width="100" height="4" />
      <rect className="strip-expended" width={expended} height="4" />
      <rect
        className="strip-encumbered"
        x={expended + gap}
        width={Math.max(0, encumbered - gap)}
        height="4"
      />
      {over > 0 && <rect className="strip-over" x={100 - over} width={over} height="4" />}
    </svg>
  );
}

type StripProps = Money & {
  currency?: string;
  labels?: { expended: string; encumbered: string; available: string };
  exact?: boolean;
  figures?: boolean;
};
const usual = { expended: "spent", encumbered: "held", available: "free" };

/**
 * Expended, encumbered and available money: the bar, always with its figures. All in integer cents.
 * `figures: false` keeps them for screen readers (table cells).
 */
export function MoneyStrip({
  currency = "USD",
  labels = usual,
  exact = false,
  figures = true,
  ...money
}: StripProps) {
  const show = (cents: number) =>
    exact ? formatCents(cents, { currency }) : formatCentsShort(cents, currency);
  return (
    <div>
      <StripBar {...money} />
      <div className={figures ? "strip-figures" : "visually-hidden"}>
        <span>
          <i className="strip-key strip-key-expended" aria-hidden="true" />
          <b>{show(money.expendedCents)}</b> {labels.expended}
        </span>
        <span>
          <i className="strip-key strip-key-encumbered" aria-hidden="true" />
          <b>{show(money.encumberedCents)}</b> {labels.encumbered}
        </span>
        {money.availableCents < 0 ? (
          <span className="text-danger">
            <b className="text-danger">{show(-money.availableCents)}</b> over
          </span>
        ) : (
          <span>
            <i className="strip-key strip-key-available" aria-hidden="true" />
            <b>{show(money.availableCents)}</b> {labels.available}
          </span>
        )}
      </div>
    </div>
  );
}
