import { CalendarPlus, HandHelping, Send } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download, messageOf } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { forgetNotice, rememberNotice } from "#web/shell/guard.ts";
import {
  AddendaPanel,
  ClausesPanel,
  DocumentsPanel,
  ItemsPanel,
  ScopePanels,
} from "./ContentPanels.tsx";
import type { OpportunityDetail } from "./opportunity.model.ts";
import {
  awardBy,
  invitationStatuses,
  kinds,
  priceFormulas,
  protections,
  solicitationStatuses,
} from "./solicitation.labels.ts";
import { OutcomePanels } from "./OutcomePanels.tsx";
import { Questions, at } from "./OpportunityQuestions.tsx";

function Decline({ o }: { o: OpportunityDetail }) {
  const [shown, setShown] = useState(false);
  const [reason, setReason] = useState("");
  const send = useMutationAction("opportunities");
  const submit = () =>
    send.mutate(
      { path: `${at(o)}/actions/respond`, body: { answer: "declined", reason } },
      {
        onSuccess: () => {
          setShown(false);
          notify.done("Declined", "The agency keeps your reason as evidence that it asked.");
        },
        onError: (error) => notify.failed("Not declined", messageOf(error)),
      },
    );
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={() => setShown(true)}>
        Decline
      </button>
      <Dialog
        open={shown}
        onOpenChange={setShown}
        title="Decline to answer"
        description="A word why helps the agency. You can still answer until the deadline."
        footer={
          <>
            <button type="button" className="btn" onClick={() => setShown(false)}>
              Cancel
            </button>
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={!reason.trim() || send.isPending}
              onClick={() => {
                if (reason.trim()) submit();
              }}
            >
              Decline
            </button>
          </>
        }
      >
        <label className="field">
          <span className="label">Reason</span>
          <textarea
            className="field-control"
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      </Dialog>
    </>
  );
}

function Answer({ o }: { o: OpportunityDetail }) {
  const send = useMutationAction("opportunities");
  const intend = () =>
    send.mutate(
      { path: `${at(o)}/actions/respond`, body: { answer: "intends" } },
      {
        onSuccess: () => notify.done("Noted", "Only you see this until the bids are opened."),
        onError: (error) => notify.failed("Not noted", messageOf(error)),
      },
    );
  const follow = () =>
    send.mutate(
      { path: `${at(o)}/actions/follow`, body: {} },
      {
        onSuccess: () => notify.done("You are told of addenda"),
        onError: (error) => notify.failed("Not noted", messageOf(error)),
      },
    );
  if (!o.open)
    return (
      <Panel title="Closed">
        <p className="text-t2">
          {o.endedReason ??
            (o.openedAt
              ? `Opened ${formatInstant(o.openedAt, o.timeZone)}.`
              : "The deadline has passed.")}
        </p>
        <p className="mt-2">
          <Link to={`/vendor-portal/bids/${o.id}`}>Your bid and its receipts</Link>
        </p>
      </Panel>
    );
  if (!o.registered)
    return (
      <Panel title="Register first">
        <p className="text-t2">
          {o.agency} does not know your company yet. Register with it to ask and to answer.
        </p>
        <p className="mt-3">
          <Link className="btn btn-primary" to="/vendor-registration">
            Register with {o.agency}
          </Link>
        </p>
      </Panel>
    );
  return (
    <Panel
      title="Your answer"
      aside={o.invitation && <StatusBadge statuses={invitationStatuses} status={o.invitation} />}
    >
      {o.declineReason && <p className="mb-3 text-t2">You declined: {o.declineReason}</p>}
      <p className="text-14 text-t2">{protections[o.protection]}.</p>
      <div className="mt-4 grid gap-2">
        <Link className="btn btn-primary" to={`/vendor-portal/bids/${o.id}`}>
          <Send aria-hidden="true" />
          Prepare the bid
        </Link>
        <div className="flex flex-wrap gap-2">
          {o.invitation !== "intends" && (
            <button type="button" className="btn" onClick={intend}>
              <HandHelping aria-hidden="true" />
              We will answer
            </button>
          )}
          <button type="button" className="btn" onClick={follow}>
            Tell me of addenda
          </button>
          {o.invitation !== "declined" && <Decline o={o} />}
        </div>
      </div>
    </Panel>
  );
}

function OpportunityFacts({ o }: { o: OpportunityDetail }) {
  const rows: [string, ReactNode][] = [
    ["Agency", o.agency],
    ["Department", o.department],
    [
      "Questions until",
      o.questionsUntil ? formatInstant(o.questionsUntil, o.timeZone) : "the deadline",
    ],
    ...(o.prebidAt
      ? [
          [
            "Meeting",
            `${formatInstant(o.prebidAt, o.timeZone)}${o.prebidMandatory ? ", attendance required" : ""}. ${o.prebidPlace}`,
          ] as [string, ReactNode],
        ]
      : []),
    ...(o.kind === "rfi"
      ? []
      : [
          ["Award", awardBy[o.awardBy]] as [string, ReactNode],
          ["Price", priceFormulas[o.priceFormula]] as [string, ReactNode],
        ]),
    ["Deliver to", o.deliverTo || "—"],
    [
      "Contact",
      o.contactEmail ? (
        <a key="mail" href={`mailto:${o.contactEmail}`}>
          {o.contactName || o.contactEmail}
        </a>
      ) : (
        o.contactName || "—"
      ),
    ],
  ];
  return (
    <Panel title="Facts">
      <Facts rows={rows} />
      {!o.invitedOnly && (
        <p className="mt-3">
          <a
            className="inline-flex items-center gap-2"
            href={`/api/v1/public/solicitations/${o.id}/calendar.ics`}
          >
            <CalendarPlus aria-hidden="true" />
            Add the dates to a calendar
          </a>
        </p>
      )}
    </Panel>
  );
}

const load = (o: OpportunityDetail) => (document: OpportunityDetail["documents"][number]) =>
  void download(`${at(o)}/documents/${document.id}`).catch((error: unknown) =>
    notify.failed("The file could not be fetched", error),
  );

/**
 * A solicitation as a vendor reads it: what is asked, what changed, questions, and the way to its
 * own bid. Members go to their own page of it.
 */
export default function OpportunityPage() {
  const { id = "" } = useParams();
  const { me } = useAuth();
  if (!me) return <RecordSkeleton />;
  if (me.kind === "person") return <ForNewcomer id={id} />;
  return me.kind === "vendor" ? (
    <ForVendor id={id} />
  ) : (
    <Navigate to={pathTo("solicitation", { id })} replace />
  );
}

/** Somebody who has just signed up to answer: first the company, then back to here. */
function ForNewcomer({ id }: { id: string }) {
  useEffect(() => rememberNotice(pathTo("opportunity", { id })), [id]);
  return (
    <section className="panel p-5">
      <h1>Register your company to answer</h1>
      <p className="mt-2 text-t2">
        You are signed in, and act for no company yet. Register yours: its legal name is enough to
        begin. Afterwards you are back at this notice.
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link className="btn btn-primary" to="/vendor-registration">
          Register your company
        </Link>
        <a className="btn" href={`/public-opportunities?id=${id}`}>
          Read the public notice
        </a>
      </p>
    </section>
  );
}

function ForVendor({ id }: { id: string }) {
  const record = useRecord<OpportunityDetail>("/api/v1/opportunities", id);
  // The registration leads back to here as long as the agency does not know the company.
  const registered = record.data?.registered;
  useEffect(() => {
    if (registered) forgetNotice();
    else if (registered === false) rememberNotice(pathTo("opportunity", { id }));
  }, [id, registered]);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel
        error={record.error}
        what="This solicitation"
        onRetry={() => void record.refetch()}
      />
    );
  const o = record.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <p className="plate">
          <span className="plate-number">{o.number}</span>
          <StatusBadge statuses={solicitationStatuses} status={o.status} />
        </p>
        <h1>{o.title}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-t2">
          <span>{kinds[o.kind]}</span>
          <DeadlineClock deadline={o.dueAt} label="Due" done={!o.open} timeZone={o.timeZone} />
        </p>
      </div>
      <div className="record-body" data-rail="true">
        <div className="stack">
          <OutcomePanels outcome={o.outcome} timeZone={o.timeZone} />
          <Tabs
            label="Solicitation"
            tabs={[
              {
                id: "scope",
                label: "Scope",
                content: () => (
                  <div className="stack">
                    <ScopePanels
                      s={o}
                      documents={<DocumentsPanel documents={o.documents} onLoad={load(o)} />}
                    />
                  </div>
                ),
              },
              {
                id: "items",
                label: "Items",
                count: o.items.length,
                content: () => (
                  <div className="stack">
                    <ItemsPanel s={o} />
                  </div>
                ),
              },
              {
                id: "questions",
                label: "Questions",
                count: o.questions.length,
                content: () => <Questions o={o} />,
              },
              {
                id: "addenda",
                label: "Addenda",
                count: o.addenda,
                content: () => (
                  <div className="stack">
                    <AddendaPanel s={o} timeZone={o.timeZone} />
                  </div>
                ),
              },
              {
                id: "clauses",
                label: "Clauses",
                count: o.clauses.length,
                content: () => <ClausesPanel clauses={o.clauses.filter((c) => !c.leftOut)} />,
              },
            ]}
          />
        </div>
        <aside className="stack" aria-label="Your answer and facts">
          <Answer o={o} />
          <OpportunityFacts o={o} />
        </aside>
      </div>
    </div>
  );
}
