import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import {
  eligibilityCodes,
  opportunityCycle,
  postedStatuses,
  rejectCodes,
  verdicts,
} from "./opportunity.labels.ts";
import type { OpportunityRecord } from "./opportunity.model.ts";

const ProposalDialog = dialogOnDemand(
  async () => (await import("./ProposalDialog.tsx")).ProposalDialog,
);
const money = (cents: number | null) => (cents === null ? "Not said" : formatCents(cents));

function OpportunityFacts({ of }: { of: OpportunityRecord }) {
  const facts: [string, string][] = [
    ["Announcement", postedStatuses[of.postedStatus]],
    ["Posted", of.postedOn ? formatDate(of.postedOn) : "Not said"],
    ["Assistance listings", of.alns.join(", ") || "Not said"],
    ["Who may apply", of.eligibility.map((c) => eligibilityCodes[c]).join("; ") || "Not said"],
    [
      "We may apply",
      of.eligible === null
        ? "The announcement's text says it: look it up"
        : of.eligible
          ? "Yes, by our type of applicant"
          : "No, by our type of applicant",
    ],
    ["Award", `${money(of.floorCents)} to ${money(of.ceilingCents)}`],
    ["Program total", money(of.totalCents)],
    ["Awards expected", of.expectedAwards?.toString() ?? "Not said"],
    ["Match required", of.costSharing === null ? "Not said" : of.costSharing ? "Yes" : "No"],
  ];
  return (
    <>
      <Facts rows={facts} />
      {of.url && (
        <p>
          <a href={of.url} rel="noreferrer" target="_blank">
            The announcement
          </a>
        </p>
      )}
      <p className="whitespace-pre-wrap">{of.summary}</p>
    </>
  );
}

function Rail({ of }: { of: OpportunityRecord }) {
  const { timeZone } = useAgency();
  return (
    <>
      <Panel title="Proposal and decision">
        {of.proposal ? (
          <p>
            {of.proposedByName} proposes: <b>{verdicts[of.proposal]}</b>
            {of.proposalCode ? `, ${rejectCodes[of.proposalCode].toLowerCase()}` : ""}.{" "}
            {of.proposalReason}
          </p>
        ) : (
          <p className="text-t2">Nothing is proposed yet.</p>
        )}
        {of.matchSource && <p>Match: {of.matchSource}</p>}
        {of.decidedByName && (
          <p>
            {of.decidedByName} decided
            {of.rejectCode ? `: ${rejectCodes[of.rejectCode].toLowerCase()}` : ""}.{" "}
            {of.decisionReason}
          </p>
        )}
      </Panel>
      <Panel title="Where it was read">
        <ul className="stack">
          {of.readings.map((one) => (
            <li key={one.source + one.readAt}>
              {one.source}, {formatInstant(one.readAt, timeZone)}
            </li>
          ))}
        </ul>
      </Panel>
      {of.applications.length > 0 && (
        <Panel title="Applications">
          {of.applications.map((one) => (
            <Link key={one.id} to={pathTo("grantApplication", { id: one.id })}>
              {one.number}
            </Link>
          ))}
        </Panel>
      )}
    </>
  );
}

type Own = "propose" | "decide";
const own = ["propose", "decide"] as const;

/** One opportunity: what it asks, what is proposed, what is decided. */
export default function OpportunityPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<{ action: Own; record: OpportunityRecord } | null>(null);
  const extra = (of: OpportunityRecord): ExtraAction[] => [
    ...own.flatMap((name): ExtraAction[] => {
      const action = of.actions.find((each) => each.name === name);
      return action
        ? [
            {
              label: action.label,
              onSelect: () => setOpen({ action: name, record: of }),
              reason: action.enabled ? null : action.reason,
              ...(action.tone === "primary" ? { tone: "primary" as const } : {}),
            },
          ]
        : [];
    }),
    ...(of.status === "will_apply" && can("grantApplication.edit")
      ? [
          {
            label: "Begin an application",
            icon: <Plus aria-hidden="true" />,
            to: `${pathTo("grantApplicationNew")}?opportunity=${of.id}`,
            tone: "primary" as const,
          },
        ]
      : []),
    ...(of.status !== "not_relevant" && can("grantOpportunity.review")
      ? [
          {
            label: "Correct",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("grantOpportunityEdit", { id }),
          },
        ]
      : []),
  ];
  return (
    <>
      <RecordPage<OpportunityRecord>
        path="/api/v1/grant-opportunities"
        id={id}
        lifecycle={opportunityCycle}
        title={(of) => of.title}
        subtitle={(of) => of.agency}
        owner={(of) => of.ownerName}
        amountCents={(of) => of.ceilingCents}
        amountNote={() => "at most"}
        deadline={(of) => ({ at: of.closesOn, label: "Closes" })}
        ownActions={own}
        extraActions={extra}
        tabs={[
          {
            id: "opportunity",
            label: "Opportunity",
            content: (of) => <OpportunityFacts of={of} />,
          },
          {
            id: "documents",
            label: "Documents",
            content: (of) => (
              <>
                <Attachments objectType="grantOpportunity" objectId={of.id} />
                <Comments objectType="grantOpportunity" objectId={of.id} />
              </>
            ),
          },
        ]}
        rail={(of) => <Rail of={of} />}
      />
      {open && (
        <ProposalDialog record={open.record} action={open.action} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
