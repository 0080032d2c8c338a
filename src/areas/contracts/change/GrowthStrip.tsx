import { formatCents } from "#kernel/money.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { allowedUp, percentOf } from "./caps.model.ts";
import type { GrowthAnswer } from "./change.model.ts";

const share = (cents: number, of: number) => Math.min(100, (cents / Math.max(1, of)) * 100);

/** Two bars on one scale: what went up against the cap, and what went down behind it. */
function Bars({ growth: g, allowed }: { growth: GrowthAnswer; allowed: number | null }) {
  const most = Math.max(allowed ?? 0, g.up + g.pendingUp, g.down + g.pendingDown, 1);
  const up = share(g.up, most);
  const cap = allowed === null ? null : share(allowed, most);
  return (
    <svg
      className="strip h-6"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="strip-rest" width="100" height="4" />
      <rect className="strip-expended" width={up} height="4" />
      <rect className="strip-encumbered" x={up} width={share(g.pendingUp, most)} height="4" />
      {cap !== null && (
        <rect className="strip-over" x={Math.max(0, cap - 0.6)} width="0.6" height="4" />
      )}
      <rect className="strip-rest" y="6" width="100" height="4" />
      <rect className="strip-encumbered" y="6" width={share(g.down, most)} height="4" />
    </svg>
  );
}

/** A contract's growth behind its decreases: more, less and net, and what the caps leave. */
export function GrowthStrip({ growth: g }: { growth: GrowthAnswer }) {
  const allowed = allowedUp(g, g.caps);
  const left = allowed === null ? null : allowed - g.up - g.pendingUp;
  return (
    <div className="grid gap-3">
      <Bars growth={g} allowed={allowed} />
      <Facts>
        <Fact label="More">
          {formatCents(g.up)}, {percentOf(g.up, g.original)}%
        </Fact>
        {g.pendingUp > 0 && <Fact label="More, on its way">{formatCents(g.pendingUp)}</Fact>}
        <Fact label="Less">{formatCents(g.down)}</Fact>
        <Fact label="Net">{formatCents(g.up - g.down)}</Fact>
        {g.amendedUp > 0 && <Fact label="By amendments">{formatCents(g.amendedUp)}</Fact>}
        <Fact label="Original">{formatCents(g.original)}</Fact>
      </Facts>
      <p className="text-13 text-t2">
        {left === null
          ? "No rule caps increases today."
          : left >= 0
            ? `${formatCents(left)} may still be added; what is taken out makes no room.`
            : `${formatCents(-left)} beyond the caps.`}
        {g.caps.eachCents !== null && ` Each change: up to ${formatCents(g.caps.eachCents)}.`}
        {g.caps.citation && <small className="block text-t3">{g.caps.citation}</small>}
      </p>
    </div>
  );
}
