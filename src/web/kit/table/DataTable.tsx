import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useList, type ListAnswer } from "../queries.ts";
import { ErrorPanel, TableSkeleton } from "../states.tsx";
import { Cards } from "./Cards.tsx";
import { statusAfterNumber, type Column } from "./columns.tsx";
import { EmptyList, type FirstUse } from "./EmptyList.tsx";
import { filterSearch, type Filter } from "./filters.ts";
import { KeysHelp } from "./KeysHelp.tsx";
import { Ledger } from "./Ledger.tsx";
import { ListHead, type Create } from "./ListHead.tsx";
import { Pager } from "./Pager.tsx";
import { PeekPanel } from "./PeekPanel.tsx";
import { useRowSelection, type BatchAction } from "./selection.ts";
import { useTableSettings } from "./settings.ts";
import { BatchBar, Toolbar } from "./Toolbar.tsx";
import { useFilling } from "./useFilling.tsx";
import { useLedger } from "./useLedger.ts";
import { useListKeys } from "./useListKeys.ts";
import { useListState } from "./useListState.ts";
import { Views, type View } from "./Views.tsx";

export type { BatchAction };

/** What every table takes. */
type TableProps<T extends { id: string }> = {
  /** Name under which views and settings are kept: the noun's plural. */
  name: string;
  title: string;
  /**
   * The list's address: `/api/v1/invoices`. Its rows are read from `GET path?…` (list contract in
   * docs/writing-screens.md).
   */
  path: string;
  /**
   * Declare outside of the component: the identity must be stable. The first column is the record's
   * number.
   */
  columns: readonly Column<T>[];
  filters?: readonly Filter[];
  defaultSort?: string;
  pageSize?: 10 | 25 | 50 | 100 | 500;
  /** Query text that is always sent: a list inside a record. */
  fixed?: string;
  rowHref?: (row: T) => string;
  /** What the side panel shows of a row; gives the list a peek (Space). */
  peek?: (row: T) => ReactNode;
  batch?: readonly BatchAction[];
  searchable?: boolean;
  /** What the search looks at, in the empty field. */
  searchHint?: string;
  /** Words and buttons when there is nothing at all yet. */
  empty?: FirstUse;
};

/** What only the table of a whole screen draws: a head, tabs of views, letter keys. */
type ScreenProps = {
  embedded?: false | undefined;
  views?: readonly View[];
  create?: Create | undefined;
  /** Name of the view without filters; "All" unless the list itself leaves something out. */
  whole?: string;
  exportable?: boolean;
  /** Further buttons in the head: import. */
  actions?: ReactNode;
};

/** Inside a panel or tab, whose page draws heading and buttons. */
type EmbeddedProps = {
  embedded: true;
  /** A list that is a whole tab is exported from its toolbar; one inside of a record is not. */
  exportable?: true;
} & {
  [Key in Exclude<keyof ScreenProps, "embedded" | "exportable">]?: never;
};

export type DataTableProps<T extends { id: string }> = TableProps<T> &
  (ScreenProps | EmbeddedProps);

const none: readonly never[] = [];

const sumShown = <T,>(columns: readonly Column<T>[], rows: readonly T[]): Record<string, number> =>
  Object.fromEntries(
    columns.flatMap((column) =>
      column.total && (column.kind === "money" || column.kind === "number")
        ? [[column.id, rows.reduce((sum, row) => sum + (column.value(row) ?? 0), 0)]]
        : [],
    ),
  );

const totalsLabel = (page: ListAnswer<unknown>, shown: number): string => {
  const total = page.total ?? shown;
  if (page.totals) return `Total of ${total}`;
  const of = page.totalCapped
    ? `more than ${total.toLocaleString("en-US")}: filter to add up all`
    : total;
  return `${shown} shown of ${of}`;
};

const foundLabel = (
  page: ListAnswer<unknown>,
  total: number,
  sortedBy: string | undefined,
  sort: string,
): string => {
  const found = `${page.totalCapped ? "More than " : ""}${total.toLocaleString("en-US")} found`;
  if (!sortedBy) return found;
  return `${found}, sorted by ${sortedBy}, ${sort.startsWith("-") ? "descending" : "ascending"}`;
};

/** Says that a search for a whole number shows only what has it. */
function WholeNumber({ number }: { number: string }) {
  return (
    <p className="mb-2 text-13 text-t2">
      What has exactly the number {number} is shown. Search for a part of it to look inside other
      numbers and texts too.
    </p>
  );
}

/**
 * A list screen: views, search, filters, sort and page in the address, all worked out by the
 * server; selection, export, keys, peek, cards on phones.
 */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { name, title, path, filters = none, views = none, embedded = false } = props;
  const columns = useMemo(() => statusAfterNumber(props.columns), [props.columns]);
  const { batch, dialog } = useFilling(path, props.batch);
  const agency = useAgency();
  const state = useListState(filters, {
    sort: props.defaultSort ?? "",
    limit: props.pageSize ?? 50,
    fixed: props.fixed ?? "",
  });
  const list = useList<T>(path, state.server);
  const [settings, setSettings] = useTableSettings(name, columns);
  const [active, setActive] = useState<number | null>(null);
  const [help, setHelp] = useState(false);
  const rows = useMemo(() => list.data?.items ?? (none as readonly T[]), [list.data]);
  const { visible } = useLedger(columns, rows, settings);
  const total = list.data?.total ?? rows.length;
  const selection = useRowSelection(filterSearch(state.server), total);
  const peeked = props.peek ? rows.find((row) => row.id === state.peek) : undefined;
  const filtered = state.view.replace(/(^|&)sort=[^&]*/, "") !== "";
  const setPeek = useCallback((id: string | null) => state.set("peek", id, true), [state]);
  useListKeys({
    list: props,
    rows,
    active,
    setActive,
    peeked: { wanted: state.peek, isShown: peeked !== undefined, set: setPeek },
    select: batch.length > 0 ? selection.toggle : null,
    help: () => setHelp(true),
  });
  const hasTotals = columns.some((column) => column.total) && rows.length > 0;
  const sortedBy = columns.find((column) => column.id === state.sort.replace(/^-/, ""))?.label;
  const chosen = batch.length > 0 ? selection : undefined;
  return (
    <div className="list-screen" data-peek={peeked !== undefined}>
      <div className="min-w-0">
        {!embedded && (
          <ListHead
            title={title}
            total={list.data ? total : null}
            capped={list.data?.totalCapped ?? false}
            create={props.create}
            actions={props.actions}
            {...(props.exportable === false ? {} : { exportOf: { path, search: state.server } })}
          />
        )}
        {!embedded && (
          <Views
            list={name}
            whole={props.whole}
            builtIn={views}
            current={state.view}
            viewId={state.search.get("view")}
            total={list.data ? total : null}
            onOpen={state.openView}
          />
        )}
        {chosen && chosen.count > 0 ? (
          <BatchBar selection={chosen} total={total} actions={batch} />
        ) : (
          <Toolbar
            name={name}
            search={state.search}
            change={state.change}
            filters={filters}
            searchable={props.searchable ?? true}
            searchHint={props.searchHint ?? "Search"}
            columns={columns}
            settings={settings}
            onSettings={setSettings}
            exportOf={embedded && props.exportable ? { path, search: state.server } : undefined}
            many={list.data?.totalCapped ?? false}
          />
        )}
        {list.data?.number && <WholeNumber number={list.data.number} />}
        {list.data?.apart && <p className="mb-2 text-13 text-t2">{list.data.apart}</p>}
        <p className="visually-hidden" role="status" aria-live="polite">
          {list.isFetching || !list.data ? "" : foundLabel(list.data, total, sortedBy, state.sort)}
        </p>
        {list.isError && (
          <ErrorPanel error={list.error} what={title} onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <TableSkeleton columns={visible.length + (chosen ? 1 : 0)} />}
        {list.data && rows.length === 0 && !list.isError && (
          <EmptyList
            beyond={total > 0 ? list.data.page : null}
            filtered={filtered}
            title={title}
            empty={props.empty}
            onClear={() => state.openView(null)}
            onFirst={() => state.set("page", null)}
          />
        )}
        {rows.length > 0 && list.data && (
          <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : undefined}>
            <Ledger
              caption={title}
              columns={visible}
              rows={rows}
              density={settings.density}
              timeZone={agency.timeZone}
              sort={state.sort}
              onSort={(sort) => state.set("sort", sort)}
              rowHref={props.rowHref}
              selection={chosen}
              active={active}
              peeked={peeked?.id ?? null}
              totals={
                hasTotals && !list.data.apart ? (list.data.totals ?? sumShown(columns, rows)) : null
              }
              totalsLabel={totalsLabel(list.data, rows.length)}
              hasCards
            />
            <Cards
              columns={visible}
              rows={rows}
              timeZone={agency.timeZone}
              rowHref={props.rowHref}
              selection={chosen}
            />
            {(!embedded || total > list.data.limit) && (
              <Pager
                page={list.data.page}
                limit={list.data.limit}
                total={total}
                capped={list.data.totalCapped}
                shown={rows.length}
                onPage={(page) => state.set("page", page === 1 ? null : String(page), true)}
                onLimit={(limit) => state.set("limit", String(limit))}
              />
            )}
          </div>
        )}
      </div>
      {peeked && props.peek && (
        <PeekPanel
          number={visible[0] && "value" in visible[0] ? String(visible[0].value(peeked) ?? "") : ""}
          href={props.rowHref?.(peeked)}
          onClose={() => setPeek(null)}
        >
          {props.peek(peeked)}
        </PeekPanel>
      )}
      {dialog}
      {!embedded && <KeysHelp open={help} onOpenChange={setHelp} />}
    </div>
  );
}
