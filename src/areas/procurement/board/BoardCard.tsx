import { ArrowRight, Siren } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { CardFinding } from "#areas/agents/agents.ui.tsx";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { BoardCard } from "./board.model.ts";

const age = (days: number) => (days === 0 ? "today" : `${days} d`);

/** `priced`: records of its stage have an amount. */
type Shown = {
  card: BoardCard;
  done: boolean;
  priced: boolean;
  /** What an agent found of it: it stands where a suggestion would. */
  finding: ComponentProps<typeof CardFinding>["finding"] | undefined;
};

/**
 * One record on the board: the whole card opens it; a suggestion is a link of its own, with its
 * rule.
 */
export function BoardCardView({ card, done, priced, finding }: Shown) {
  const { timeZone } = useAgency();
  return (
    <li className="board-card" data-late={card.suggestion !== null}>
      <Link to={card.href} className="board-link" data-card>
        <span className="flex items-center justify-between gap-1 text-12 text-t3">
          <span className="mono">{card.number}</span>
          {card.emergency && <Siren className="!size-3.5 text-emergency" aria-label="Emergency" />}
        </span>
        <span className="line-clamp-2 font-medium text-t1" title={card.title}>
          {card.title}
        </span>
        <span className="truncate text-12 text-t2" title={card.owner ?? card.sub ?? undefined}>
          {card.owner ?? card.sub ?? ""}
        </span>
        <span className="flex items-baseline justify-between gap-2 text-12">
          {card.amount === null ? (
            <span className="text-t3">{priced ? "No estimate" : ""}</span>
          ) : (
            <b className="font-medium text-t1 tabular-nums">{formatCents(card.amount)}</b>
          )}
          {!done && (
            <span
              className="shrink-0 text-t3"
              title={`In this stage since ${formatDate(dateIn(card.since, timeZone))}`}
            >
              {age(card.ageDays)}
            </span>
          )}
        </span>
      </Link>
      {finding && <CardFinding finding={finding} />}
      {card.suggestion && !finding && (
        <Link to={card.suggestion.href} className="board-suggestion">
          <span className="flex items-center gap-1.5 font-medium">
            <ArrowRight className="!size-3.5" aria-hidden="true" />
            {card.suggestion.label}
          </span>
          <span className="text-12 text-t3">{card.suggestion.rule}</span>
        </Link>
      )}
    </li>
  );
}
