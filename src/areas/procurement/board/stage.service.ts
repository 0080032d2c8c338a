import type { Actor, Permission } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Sql } from "#server/db/sql.ts";
import { takesSeveral, type ListDefinition, type ListQuery } from "#server/http/list.ts";
import { boardColumns, type BoardCard, type BoardColumn } from "./board.model.ts";

/**
 * A card before its suggestion; `method` is what the rules read beside it (the procurement method
 * of a requisition) and is not shown.
 */
type StageCard = Omit<BoardCard, "suggestion" | "ageDays"> & { method: string | null };

/**
 * A next step that a rule gives. `applies` looks at the card and the business day; the text names
 * the rule.
 */
export type Suggestion = {
  permission: Permission;
  applies: (
    card: StageCard & { ageDays: number },
    today: string,
  ) => { label: string; rule: string; href: string } | null;
};

/**
 * A part of the board: a query of a list, so that its count is the list's, and what its cards show.
 * SQL texts name the list's tables.
 */
export type Stage<C extends string = BoardColumn> = {
  id: string;
  column: C;
  label: string;
  list: ListDefinition;
  /** Where the list opens in the app. */
  page: string;
  query: (today: string) => Record<string, string>;
  card: {
    title: string;
    sub: string;
    owner: string;
    /** Null where its records have none. */
    amount: string | null;
    href: (id: string) => string;
    emergency: string;
    since: string;
    deadline?: string;
    method?: string;
  };
  /** One row per record that left this stage lately: `days`. Bounded; null where nothing leaves. */
  stayed: ((actor: Actor, departmentId: string | null) => Sql) | null;
  suggestion?: Suggestion;
};

const stages: Stage[] = [];

const columns = Object.keys(boardColumns);

/**
 * An area adds its stages to the board in the order in which they follow each other
 * within a column.
 */
export const boardStages = extensionPoint<Stage>("stages of the board", (stage) => {
  stages.push(stage);
  stages.sort((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column));
});

/** All stages in the board's order. */
export const allStages = (): readonly Stage[] => stages;

/** The text query of a stage as its list endpoint understands it after parsing: sets as arrays. */
export const listQueryOf = (list: ListDefinition, query: Record<string, string>): ListQuery =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      takesSeveral(list.filters[key]) ? value.split(",") : value,
    ]),
  );
