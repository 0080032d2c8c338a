import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted, keyInWords } from "#kernel/words.ts";
import { stateLabels } from "#areas/organization/organization.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";

import type { AgencyRow } from "./operator.model.ts";
import { shownBytes } from "./size.ts";

const AgencyDialog = dialogOnDemand(async () => (await import("./AgencyDialog.tsx")).AgencyDialog);

type Page = { items: AgencyRow[]; total: number };
/** So many the server gives a page. */
const perPage = 50;

const needWords: Readonly<Record<string, string>> = {
  suspended: "Suspended: it waits for its release or its end.",
  closing: "It is being ended.",
  read_only: "Read-only: it waits for its release.",
  late: "Its bill is late.",
  limit: "It uses all that its plan includes.",
  unopened: "Nobody took up its invitation in two weeks.",
};

const ofLimit = (used: string, limit: string | null) => (limit ? `${used} of ${limit}` : used);

const sizeOf = (row: AgencyRow): string =>
  row.people === null
    ? "Not counted yet"
    : [
        ofLimit(
          counted(row.people, "person", "people"),
          row.peopleLimit?.toLocaleString("en-US") ?? null,
        ),
        ofLimit(
          shownBytes(row.storageBytes ?? 0),
          row.storageLimit ? shownBytes(row.storageLimit) : null,
        ),
        `${(row.calls ?? 0).toLocaleString("en-US")} calls today`,
      ].join(" · ");

function Row({ row, onOpen }: { row: AgencyRow; onOpen: () => void }) {
  const { timeZone } = useAgency();
  const { label, tone } = stateLabels[row.state];
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-hair py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b className="font-medium">{row.name}</b>
          <Badge tone={tone} label={label} />
          {row.operates && <span className="text-13 text-t3">Runs this installation</span>}
        </p>
        {row.needs && <p className="text-accent">{needWords[row.needs]}</p>}
        <p className="text-13">
          {row.planName
            ? `${row.planName}, ${keyInWords(row.planStatus ?? "").toLowerCase()}`
            : "No plan"}
          {row.lateSince &&
            ` · owes ${formatCents(row.lateCents)} since ${formatDate(row.lateSince)}`}
        </p>
        <p className="text-13 text-t2">{sizeOf(row)}</p>
        <p className="text-13 text-t3">
          {row.lastActivityAt
            ? `Last activity ${formatInstant(row.lastActivityAt, timeZone)}`
            : "No activity yet"}
          {row.supportUntil &&
            ` · Support is let in until ${formatInstant(row.supportUntil, timeZone)}`}
        </p>
      </div>
      <button type="button" className="btn btn-small justify-self-start" onClick={onOpen}>
        Open<span className="visually-hidden"> {row.name}</span>
      </button>
    </li>
  );
}

/** Agencies as one row each, those that need somebody first; `needing`: those alone. */
export function AgencyList({ needing }: { needing: boolean }) {
  const [q, setQ] = useState("");
  const [show, setShow] = useState<"all" | "needing">(needing ? "needing" : "all");
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<AgencyRow | null>(null);
  const list = useGet<Page>(
    "platform-agencies",
    `/api/v1/platform/agencies?q=${encodeURIComponent(q)}&show=${show}&page=${page}`,
    { keep: true },
  );
  return (
    <section className="grid gap-3">
      <h2>Agencies</h2>
      <div className="flex flex-wrap items-end gap-3">
        <label className="field">
          <span className="label">Find an agency</span>
          <input
            className="field-control"
            type="search"
            value={q}
            onChange={(event) => {
              setQ(event.target.value);
              setPage(1);
            }}
          />
        </label>
        <label className="field">
          <span className="label">Show</span>
          <select
            className="field-control"
            value={show}
            onChange={(event) => {
              setShow(event.target.value as typeof show);
              setPage(1);
            }}
          >
            <option value="all">All</option>
            <option value="needing">Those that need somebody</option>
          </select>
        </label>
        {list.data && <p className="pb-2 text-13 text-t3">{list.data.total} found</p>}
      </div>
      {list.isPending && <TableSkeleton columns={2} rows={3} label="Loading agencies" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="Agencies" onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState kind="no-results" title="No such agency">
          {show === "needing" ? "None needs somebody." : "Change what you look for."}
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <ul className="grid border-t border-hair" aria-label="Agencies">
          {list.data.items.map((row) => (
            <Row key={row.id} row={row} onOpen={() => setOpened(row)} />
          ))}
        </ul>
      )}
      {list.data && list.data.total > perPage && (
        <p className="flex items-center gap-3 text-13 text-t2">
          <button
            type="button"
            className="btn btn-small"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            Before
          </button>
          Page {page} of {Math.ceil(list.data.total / perPage)}
          <button
            type="button"
            className="btn btn-small"
            disabled={page * perPage >= list.data.total}
            onClick={() => setPage(page + 1)}
          >
            Next
          </button>
        </p>
      )}
      {opened && (
        <AgencyDialog
          id={opened.id}
          supportUntil={opened.supportUntil}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
