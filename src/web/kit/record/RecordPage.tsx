import { Copy, Printer, Scale, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import type { Lifecycle, OfferedAction } from "#kernel/lifecycle.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { PermissionName } from "#roles.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ActionBar } from "./ActionBar.tsx";
import { DeadlineClock } from "../DeadlineClock.tsx";
import { dialogOnDemand, type MenuEntry } from "../overlays.tsx";
import { useWhoMay } from "../Held.tsx";
import { useGet, useRecord } from "../queries.ts";
import { Badge, StatusBadge, type StatusLook } from "../StatusBadge.tsx";
import { ErrorPanel, isMissing, NoSuchRecord, RecordSkeleton } from "../states.tsx";
import { Tabs } from "../Tabs.tsx";
import { notify } from "../Toasts.tsx";
import { HistoryTab, type ActionLabels, type HistoryItem } from "./HistoryTab.tsx";
import { othersSteps, type CourseSteps, type ExtraAction } from "./offers.ts";
import { LegalHolds } from "./LegalHolds.tsx";
import { Origin } from "./Origin.tsx";
import { RecordPlate } from "./RecordPlate.tsx";
import { Stepper } from "./Stepper.tsx";

const HoldDialog = dialogOnDemand(async () => (await import("./HoldDialog.tsx")).HoldDialog);

/** What every record of the API carries. */
export type RecordBase = {
  id: string;
  number: string;
  version: number;
  status: string;
  actions: readonly OfferedAction[];
};
// The page shows statuses and course only; which actions exist and why not is the server's answer.
type Course = Pick<Lifecycle<string, string, never>, "course"> & {
  statuses: Readonly<
    Record<
      string,
      {
        label: string;
        tone: Lifecycle<string, string, never>["statuses"][string]["tone"];
        terminal?: boolean;
      }
    >
  >;
  actions?: ActionLabels & CourseSteps;
  /** Actions that take a step anew where they lead back to it. */ renewals?: readonly string[];
};

export type RecordTab<R> = {
  id: string;
  label: string;
  count?: (record: R) => number | undefined;
  content: (record: R) => ReactNode;
};

export type RecordPageProps<R extends RecordBase> = {
  /**
   * The noun's address: `/api/v1/invoices`. Reads GET path/id and path/id/history; actions go to
   * path/id/actions/name.
   */
  path: string;
  id: string;
  lifecycle: Course;
  /** The badge in place of the status's own, where a record stands in more ways than its steps. */
  badge?: (record: R) => StatusLook[string];
  title: (record: R) => string;
  subtitle?: (record: R) => ReactNode;
  owner?: (record: R) => string | null;
  /** Integer cents. */
  amountCents?: (record: R) => number | null;
  amountNote?: (record: R) => ReactNode;
  deadline?: (record: R) => { at: Day | Instant | null; label?: string; done?: boolean } | null;
  tabs: readonly RecordTab<R>[];
  rail?: (record: R) => ReactNode;
  /** Entries of the overflow menu besides copy and print. */
  menu?: (record: R) => readonly MenuEntry[];
  /**
   * Lifecycle actions that the screen draws itself (in extraActions), because they need a form of
   * their own.
   */
  ownActions?: readonly string[];
  /** What the screen offers beside the lifecycle's actions: edit, a page of its own. */
  extraActions?: (record: R) => readonly ExtraAction[];
  /** Answers asked for with an action besides the reason, or what it will do (see ActionBar). */
  actionFields?: Record<string, ReactNode> | ((record: R) => Record<string, ReactNode>);
  /** What to say of an action that was accepted and left the status as it was (see ActionBar). */
  stayed?: Readonly<Record<string, string>>;
  /** What to say of an action that was done, in place of the record's number (see ActionBar). */
  said?: Readonly<Record<string, (record: R) => string | null>>;
};

const copyLink = async () => {
  await navigator.clipboard.writeText(window.location.href);
  notify.done("Copied!", "Link copied to clipboard");
};

/**
 * On a phone the bar lies over the page: what floats and the end of the page keep clear of it by
 * its height. Where the menu is all there is, it stands in the head's first row (record.css).
 */
const measureBar = (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const root = document.documentElement;
  const observer = new ResizeObserver(() =>
    root.style.setProperty("--record-bar", `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    root.style.removeProperty("--record-bar");
  };
};

/** Who may take the main steps that this person may not. */
function OthersSteps({ steps, record }: { steps: CourseSteps | undefined; record: RecordBase }) {
  const { can, me } = useAuth();
  const waiting =
    me?.kind === "member"
      ? othersSteps(steps, record, (permission) => can(permission as PermissionName))
      : [];
  const who = useWhoMay([...new Set(waiting.map((step) => step.permission))]);
  const said = waiting.filter((step) => who[step.permission]);
  if (said.length === 0) return null;
  return (
    <p className="mb-3 text-13 text-t2 no-print">
      {said.map((step) => `${step.label}: ${who[step.permission]}`).join(" ")}
    </p>
  );
}

function Head<R extends RecordBase>({ record, page }: { record: R; page: RecordPageProps<R> }) {
  const { currency } = useAgency();
  const { can } = useAuth();
  const [holding, setHolding] = useState(false);
  const deadline = page.deadline?.(record);
  const amount = page.amountCents?.(record) ?? null;
  const fields =
    typeof page.actionFields === "function" ? page.actionFields(record) : page.actionFields;
  const entries: MenuEntry[] = [
    ...(page.menu?.(record) ?? []),
    {
      label: "Copy link",
      icon: <Copy aria-hidden="true" />,
      onSelect: () =>
        void copyLink().catch((error: unknown) => notify.failed("The link was not copied", error)),
    },
    {
      label: "Print",
      icon: <Printer aria-hidden="true" />,
      onSelect: () => setTimeout(() => window.print()),
    },
    ...(can("legalHold.place") && page.path !== "/api/v1/legal-holds"
      ? [
          {
            label: "Legal hold",
            icon: <Scale aria-hidden="true" />,
            onSelect: () => setHolding(true),
          },
        ]
      : []),
  ];
  return (
    <header className="record-head">
      <div className="what">
        <div className="line">
          <RecordPlate number={record.number} owner={page.owner?.(record) ?? null}>
            {page.badge ? (
              <Badge {...page.badge(record)} />
            ) : (
              <StatusBadge statuses={page.lifecycle.statuses} status={record.status} />
            )}
          </RecordPlate>
          {deadline && (
            <DeadlineClock
              deadline={deadline.at}
              {...(deadline.label ? { label: deadline.label } : {})}
              done={deadline.done ?? page.lifecycle.statuses[record.status]?.terminal ?? false}
            />
          )}
        </div>
        <h1>{page.title(record)}</h1>
        {page.subtitle && <p className="sub">{page.subtitle(record)}</p>}
      </div>
      {amount !== null && (
        <div className="amount">
          <b>{formatCents(amount, { currency })}</b>
          {page.amountNote && <span className="text-t2">{page.amountNote(record)}</span>}
        </div>
      )}
      <div className="record-actions" ref={measureBar}>
        <ActionBar
          path={page.path}
          record={{
            ...record,
            actions: record.actions.filter((action) => !page.ownActions?.includes(action.name)),
          }}
          {...(fields ? { fields } : {})}
          {...(page.stayed ? { stayed: page.stayed } : {})}
          {...(page.said ? { said: page.said } : {})}
          extra={page.extraActions?.(record) ?? []}
          entries={entries}
        />
      </div>
      {holding && <HoldDialog path={page.path} record={record} onClose={() => setHolding(false)} />}
    </header>
  );
}

/**
 * Who sent the record back or stopped it, and why, in their words: the first thing that its owner
 * wants to know.
 */
function Why({
  items,
  status,
  look,
}: {
  items: readonly HistoryItem[] | undefined;
  status: string;
  look: { label: string; tone: string } | undefined;
}) {
  const step = items?.find((item) => item.to === status && item.from !== status);
  if (
    !step?.reason ||
    !/\.(return|reject|decline|dispute)$/.test(step.action) ||
    !look ||
    !["warning", "danger"].includes(look.tone)
  )
    return null;
  return (
    <div className={`notice tone-${look.tone} mb-5`} role="note">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>
          {look.label}
          {step.actorName
            ? `${/ by /.test(look.label) ? ", recorded" : ""} by ${step.actorName}`
            : ""}
        </strong>
        <p className="whitespace-pre-wrap">{step.reason}</p>
      </div>
    </div>
  );
}

/** The nearest page above a record's address that is no record itself: its list, mostly. */
export const listAt = (pathname: string): { path: string; title: string } => {
  const above = pathname.replace(/\/+$/, "").replace(/\/[^/]*$/, "");
  if (above === "") return { path: "/", title: "Home" };
  const page = pageAt(above);
  return page && !page.path.includes(":") ? page : listAt(above);
};

/**
 * A record: plate, status, deadline, amount, actions with their reasons, the course so far, tabs,
 * facts beside, history.
 */
export function RecordPage<R extends RecordBase>(page: RecordPageProps<R>) {
  const record = useRecord<R>(page.path, page.id);
  const { pathname } = useLocation();
  const history = useGet<{ items: HistoryItem[] }>(page.path, `${page.path}/${page.id}/history`);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data && isMissing(record.error)) return <NoSuchRecord back={listAt(pathname)} />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="This record" onRetry={() => void record.refetch()} />
    );
  const now = record.data;
  const tabs = [
    ...page.tabs.map((tab) => ({
      id: tab.id,
      label: tab.label,
      count: tab.count?.(now),
      content: () => tab.content(now),
    })),
    {
      id: "history",
      label: "History",
      count: history.data?.items.length,
      content: () => (
        <HistoryTab
          items={history.data?.items}
          error={history.error}
          onRetry={() => void history.refetch()}
          statuses={page.lifecycle.statuses}
          {...(page.lifecycle.actions ? { labels: page.lifecycle.actions } : {})}
          number={now.number}
        />
      ),
    },
  ];
  return (
    <article>
      <Head record={now} page={page} />
      <LegalHolds path={page.path} id={page.id} />
      <OthersSteps steps={page.lifecycle.actions} record={now} />
      {record.isError && (
        <ErrorPanel
          error={record.error}
          what="The newest state"
          onRetry={() => void record.refetch()}
        />
      )}
      <Stepper
        course={page.lifecycle.course}
        statuses={page.lifecycle.statuses}
        status={now.status}
        history={history.data?.items ?? []}
        {...(page.lifecycle.renewals ? { renewals: page.lifecycle.renewals } : {})}
      />
      <Why
        items={history.data?.items}
        status={now.status}
        look={page.lifecycle.statuses[now.status]}
      />
      <RailedTabs
        tabs={tabs}
        rail={page.rail?.(now)}
        origin={<Origin path={page.path} id={page.id} />}
      />
    </article>
  );
}

type Railed = { tabs: Parameters<typeof Tabs>[0]["tabs"]; rail: ReactNode; origin: ReactNode };

function RailedTabs({ tabs, rail, origin }: Railed) {
  const wrapped = tabs.map((tab) => ({
    ...tab,
    content: () => (
      <div className="record-body" data-rail={Boolean(rail)}>
        <div className="stack">
          {tab.content()}
          {!rail && origin}
        </div>
        {rail && (
          <aside className="stack" aria-label="Facts">
            {rail}
            {origin}
          </aside>
        )}
      </div>
    ),
  }));
  return <Tabs tabs={wrapped} label="Parts of the record" />;
}
