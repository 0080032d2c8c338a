import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { boardColumns, cardKinds, type BoardColumn } from "./board.labels.ts";
import type { BoardCard, ConstructionBoard } from "./board.model.ts";

const order = [
  "ours",
  "contractors",
  "designers",
  "missing",
] as const satisfies readonly BoardColumn[];

const nothing = {
  ours: "Nothing waits for us.",
  contractors: "Nothing waits for a contractor.",
  designers: "Nothing waits for a designer.",
  missing: "Nothing is missing.",
} as const;

function Card({ card }: { card: BoardCard }) {
  return (
    <li>
      <Link to={card.href} className="panel court-card" data-late={card.overdue}>
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="mono">{card.number}</span>
          <span className="text-12 text-t2">{cardKinds[card.kind]}</span>
          {card.dueOn && (
            <span className="ml-auto text-12">
              <DeadlineClock deadline={card.dueOn} short />
            </span>
          )}
        </span>
        <span className="text-t1 [overflow-wrap:anywhere]">{card.says}</span>
        <span className="text-12 text-t2">
          {card.project}
          {card.days !== null && `, ${card.days === 0 ? "since today" : counted(card.days, "day")}`}
        </span>
      </Link>
    </li>
  );
}

function Column({
  id,
  cards,
  shown,
}: {
  id: BoardColumn;
  cards: readonly BoardCard[];
  shown: boolean;
}) {
  return (
    <section className="court-column" data-shown={shown}>
      <h2>
        {boardColumns[id]} <span className="count">{cards.length}</span>
      </h2>
      {cards.length === 0 ? (
        <p className="text-t2">{nothing[id]}</p>
      ) : (
        <ul className="grid gap-2">
          {cards.map((card) => (
            <Card key={`${card.kind}${card.id}`} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Columns({ board }: { board: ConstructionBoard }) {
  const [shown, setShown] = useState<BoardColumn>("ours");
  const of = (id: BoardColumn) => board.cards.filter((card) => card.column === id);
  // A column that is empty almost always stands where something waits in it.
  const columns = order.filter((id) => id !== "designers" || of(id).length > 0);
  return (
    <>
      <div
        className="court-switch"
        data-columns={columns.length}
        role="group"
        aria-label="What is shown"
      >
        {columns.map((id) => (
          <button
            key={id}
            type="button"
            className="btn"
            aria-pressed={shown === id}
            onClick={() => setShown(id)}
          >
            {boardColumns[id]} {of(id).length}
          </button>
        ))}
      </div>
      <div className="court-board" data-columns={columns.length}>
        {columns.map((id) => (
          <Column key={id} id={id} cards={of(id)} shown={shown === id} />
        ))}
      </div>
    </>
  );
}

const lateWords = (n: number, whose: string): string =>
  `${counted(n, "matter is", "matters are")} overdue ${whose}`;

function Found({ board }: { board: ConstructionBoard }) {
  const late = (id: BoardColumn) =>
    board.cards.filter((card) => card.column === id && card.overdue).length;
  const missing = board.cards.filter((card) => card.column === "missing").length;
  const waits = board.cards.filter((card) => card.column === "ours").length;
  return (
    <Finding
      parts={[
        ...(late("ours") > 0 ? [{ text: lateWords(late("ours"), "with us") }] : []),
        ...(late("contractors") > 0
          ? [{ text: lateWords(late("contractors"), "with contractors") }]
          : []),
        ...(late("designers") > 0
          ? [{ text: lateWords(late("designers"), "with designers") }]
          : []),
        ...(late("ours") + late("contractors") === 0 && waits > 0
          ? [{ text: `${counted(waits, "matter waits", "matters wait")} for us` }]
          : []),
        ...(missing > 0 ? [{ text: `${counted(missing, "paper is", "papers are")} missing` }] : []),
      ]}
      none="Nothing waits, and nothing is missing."
    />
  );
}

function TodaysLog({ sites }: { sites: ConstructionBoard["sites"] }) {
  const [first] = sites;
  if (!first) return null;
  return (
    <Link
      className="btn btn-primary"
      to={
        first.todayId
          ? pathTo("dailyLog", { id: first.todayId })
          : pathTo("logNew", { id: first.id })
      }
    >
      Today's log, {first.name}
    </Link>
  );
}

function Main({ board }: { board: ConstructionBoard }) {
  const { can } = useAuth();
  const mine = board.sites.filter((site) => site.mine);
  if (can("payApplication.certify") && board.toCertify > 0)
    return (
      <Link className="btn btn-primary" to={`${pathTo("payApplications")}?status=submitted`}>
        Certify
      </Link>
    );
  return (
    <Held permission="dailyLog.edit" what="Today's log">
      <TodaysLog sites={mine.length > 0 ? mine : board.sites} />
    </Held>
  );
}

/** /construction-projects: whose turn it is over all projects, and what is missing. */
export default function BoardPage() {
  const read = useGet<ConstructionBoard>("projects", "/api/v1/construction-board");
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Construction projects</h1>
          {read.data && <Main board={read.data} />}
        </div>
        {read.data && <Found board={read.data} />}
      </header>
      {read.isPending && <TableSkeleton columns={3} />}
      {read.error && (
        <ErrorPanel error={read.error} what="The board" onRetry={() => void read.refetch()} />
      )}
      {read.data && <Columns board={read.data} />}
    </div>
  );
}
