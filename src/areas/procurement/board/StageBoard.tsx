import { ChevronLeft, ChevronRight, Hourglass } from "lucide-react";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { Link, useSearchParams } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { formatCentsShort } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useCardFindings } from "#areas/agents/agents.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { BoardCardView } from "./BoardCard.tsx";
import type { Board, BoardGroup } from "./board.model.ts";

const days = (value: number) => counted(Math.round(value * 10) / 10, "day");

type Findings = ReturnType<typeof useCardFindings>;

function Group({ group, findings }: { group: BoardGroup; findings: Findings }) {
  return (
    <section className="board-group" aria-labelledby={`stage-${group.id}`}>
      <header>
        <h3 id={`stage-${group.id}`}>
          <Link to={group.href}>
            {group.label}
            <span className="count">{group.count.toLocaleString("en-US")}</span>
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-t3">
          {group.amount !== null && <span>{formatCentsShort(group.amount)}</span>}
          {group.medianDays !== null && group.measured > 0 && (
            <span
              className={group.slowest ? "inline-flex items-center gap-1 text-warning" : ""}
              title={`Median over ${group.measured} that left this stage in the last 180 days`}
            >
              {group.slowest && <Hourglass className="!size-3" aria-hidden="true" />}
              {group.slowest ? "slowest, " : ""}
              {days(group.medianDays)}
            </span>
          )}
        </p>
      </header>
      {group.count === 0 ? (
        <p className="board-empty">No documents in this stage</p>
      ) : (
        <ul className="grid gap-2">
          {group.cards.map((card) => (
            <BoardCardView
              key={card.id}
              card={card}
              done={group.id === "paid"}
              priced={group.amount !== null}
              finding={findings.get(card.id)}
            />
          ))}
        </ul>
      )}
      {group.count > group.cards.length && (
        <Link className="board-more" to={group.href}>
          All {group.count.toLocaleString("en-US")}
          <span className="visually-hidden"> in {group.label}</span>
        </Link>
      )}
    </section>
  );
}

/** Up and down move inside a column, left and right to the column beside it. */
const onArrow = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
    event.key
  ];
  const here = event.target instanceof Element ? event.target.closest("[data-card]") : null;
  if (!step || !here || event.altKey || event.ctrlKey || event.metaKey) return;
  const columns = [...event.currentTarget.querySelectorAll(".board-column")].map((column) => [
    ...column.querySelectorAll<HTMLElement>("[data-card]"),
  ]);
  const column = columns.findIndex((cards) => cards.includes(here as HTMLElement));
  const row = columns[column]?.indexOf(here as HTMLElement) ?? 0;
  const [across, down] = step as [number, number];
  let to = column + across;
  while (across !== 0 && columns[to] && columns[to]?.length === 0) to += across;
  const cards = columns[to];
  const next = cards?.[across === 0 ? row + down : Math.min(row, cards.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
};

/** On a phone the stages stand below each other: brings one to the top, and the focus with it. */
const jumpTo = (id: string): void => {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
};

/**
 * How many columns lie out of sight on either side; told anew when somebody scrolls or the window
 * changes.
 */
const useHidden = (board: RefObject<HTMLDivElement | null>) => {
  const [hidden, setHidden] = useState({ before: 0, after: 0 });
  const look = useCallback(() => {
    const box = board.current?.getBoundingClientRect();
    if (!box) return;
    const places = [...board.current!.children].map((column) => column.getBoundingClientRect());
    const before = places.filter((place) => place.left < box.left - 8).length;
    const after = places.filter((place) => place.right > box.right + 8).length;
    setHidden((old) => (old.before === before && old.after === after ? old : { before, after }));
  }, [board]);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (board.current) observer.observe(board.current);
    return () => observer.disconnect();
  }, [board, look]);
  return { ...hidden, look };
};

const stages = (count: number) => counted(count, "more stage");

/**
 * Says that there are further stages, and scrolls to them; nothing while all of them are in sight.
 */
function Sideways({
  before,
  after,
  onScroll,
}: {
  before: number;
  after: number;
  onScroll: (way: 1 | -1) => void;
}) {
  if (before + after === 0) return null;
  return (
    <div className="board-ways">
      <button
        type="button"
        className="btn btn-small"
        disabled={before === 0}
        onClick={() => onScroll(-1)}
      >
        <ChevronLeft aria-hidden="true" />
        {before === 0 ? "First stage" : stages(before)}
      </button>
      <button
        type="button"
        className="btn btn-small ml-auto"
        disabled={after === 0}
        onClick={() => onScroll(1)}
      >
        {after === 0 ? "Last stage" : stages(after)}
        <ChevronRight aria-hidden="true" />
      </button>
    </div>
  );
}

function Columns({ board }: { board: Board }) {
  const findings = useCardFindings(
    board.columns.flatMap(({ groups }) => groups.flatMap(({ cards }) => cards.map(({ id }) => id))),
  );
  const box = useRef<HTMLDivElement>(null);
  const { before, after, look } = useHidden(box);
  const scroll = (way: 1 | -1) =>
    box.current?.scrollBy({ left: way * box.current.clientWidth * 0.8 });
  return (
    <>
      <nav className="board-jump" aria-label="Stages">
        {board.columns.map((column) => (
          <button
            key={column.id}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => jumpTo(`column-${column.id}`)}
          >
            {column.label}
            <span className="count">{column.count.toLocaleString("en-US")}</span>
          </button>
        ))}
      </nav>
      <Sideways before={before} after={after} onScroll={scroll} />
      <div
        className="board"
        data-few={board.columns.length < 6}
        ref={box}
        onScroll={look}
        onKeyDown={onArrow}
        data-before={before > 0}
        data-after={after > 0}
        role="group"
        aria-label="Work in flight; arrow keys move between the cards"
      >
        {board.columns.map((column) => (
          <section key={column.id} className="board-column" aria-labelledby={`column-${column.id}`}>
            <header>
              <h2 id={`column-${column.id}`} tabIndex={-1}>
                {column.label}
                <span className="count">{column.count.toLocaleString("en-US")}</span>
              </h2>
              {column.amount !== null && (
                <span className="num">{formatCentsShort(column.amount)}</span>
              )}
            </header>
            {column.groups.map((group) => (
              <Group key={group.id} group={group} findings={findings} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function BoardSkeleton() {
  return (
    <div className="board" role="status" aria-label="Loading the board">
      {Array.from({ length: 7 }, (_, at) => (
        <div key={at} className="grid content-start gap-2">
          <div className="skeleton h-8" />
          <div className="skeleton h-24" />
          <div className="skeleton h-24" />
          <div className="skeleton h-24" />
        </div>
      ))}
    </div>
  );
}

/**
 * Records by the stage in which they are: how much, how old, where it waits longest, and what the
 * rules suggest to do next. `noun`: what is read anew with an event, `path` where the board is read.
 */
export function StageBoard({
  title,
  noun,
  path,
  departments: byDepartment = true,
  action,
  finding,
}: {
  title: string;
  noun: string;
  path: string;
  /** Whether it is read for a department too. */
  departments?: boolean;
  /** The main action of the screen. */
  action?: ReactNode;
  /** What the board says in a sentence, above it. */
  finding?: ReactNode;
}) {
  const [search, setSearch] = useSearchParams();
  const { timeZone } = useAgency();
  const departmentId = search.get("departmentId") ?? "";
  const board = useGet<Board>(
    noun,
    `${path}${departmentId ? `?departmentId=${encodeURIComponent(departmentId)}` : ""}`,
  );
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
    { enabled: byDepartment },
  );
  const shown = useRef<Board | undefined>(undefined);
  if (board.data) shown.current = board.data;
  const now = board.data ?? shown.current;
  const groups = now?.columns.flatMap((column) => column.groups) ?? [];
  const slowest = groups.find((group) => group.slowest);
  const measured = groups.some((group) => group.measured > 0);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="list-head !mb-0">
        <h1>{title}</h1>
        {action}
        {byDepartment && (
          <label className="flex items-center gap-2 text-t2">
            <span className="only-desktop">Department</span>
            <select
              className="field-control quiet-control !w-52"
              aria-label="Department"
              value={departmentId}
              onChange={(event) =>
                setSearch(event.target.value ? { departmentId: event.target.value } : {}, {
                  replace: true,
                })
              }
            >
              <option value="">All departments</option>
              {departments.data?.items.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {finding}
      {now && (
        <div className="grid gap-1">
          {slowest && (
            <p className="flex items-center gap-2">
              <Hourglass className="text-warning" aria-hidden="true" />
              <span>
                Work waits longest at{" "}
                <Link className="underline" to={slowest.href}>
                  {slowest.label.toLowerCase()}
                </Link>
                : {days(slowest.medianDays ?? 0)}.
              </span>
            </p>
          )}
          <p className="text-13 text-t3">
            Oldest first in every stage.{" "}
            {measured &&
              "Days are the median that records stayed there, over those that left in the last 180 days. "}
            As of {formatInstant(now.asOf, timeZone)}.
          </p>
        </div>
      )}
      {board.isError && (
        <ErrorPanel error={board.error} what="The board" onRetry={() => void board.refetch()} />
      )}
      {now ? <Columns board={now} /> : board.isPending && <BoardSkeleton />}
    </div>
  );
}
