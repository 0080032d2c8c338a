import { ArrowRight, Siren } from "lucide-react";
import { Link } from "react-router";
import { formatCents } from "../../../kernel/money.ts";
import type { BoardCard } from "./board.model.ts";

const age = (days: number) => (days === 0 ? "today" : `${days} d`);

/** One record on the board: the whole card opens it; a suggestion is a link of its own, with its rule. */
export function BoardCardView({ card, done }: { card: BoardCard; done: boolean }) {
  return (
    <li className="board-card" data-late={card.suggestion !== null}>
      <Link to={card.href} className="board-link" data-card>
        <span className="flex items-center justify-between gap-2 text-12 text-t3"><span className="mono truncate">{card.number}</span><span className="inline-flex shrink-0 items-center gap-1.5">{card.emergency && <Siren className="!size-3.5 text-emergency" aria-label="Emergency" />}{!done && <span title={`In this stage since ${card.since.slice(0, 10)}`}>{age(card.ageDays)}</span>}</span></span>
        <span className="line-clamp-2 font-medium text-t1" title={card.title}>{card.title}</span>
        <span className="flex flex-wrap items-baseline gap-x-1.5 text-12 text-t2"><span className="min-w-0">{card.owner ?? card.sub ?? ""}</span>{card.amount === null ? <span className="ml-auto shrink-0 text-t3">No estimate</span> : <b className="num ml-auto shrink-0 font-medium text-t1">{formatCents(card.amount)}</b>}</span>
      </Link>
      {card.suggestion && <Link to={card.suggestion.href} className="board-suggestion"><span className="flex items-center gap-1.5 font-medium"><ArrowRight className="!size-3.5" aria-hidden="true" />{card.suggestion.label}</span><span className="text-12 text-t3">{card.suggestion.rule}</span></Link>}
    </li>
  );
}
