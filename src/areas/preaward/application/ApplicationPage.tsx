import { Calculator, Download, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { applicationCycle, applicationTypes, lookedAt } from "./application.labels.ts";
import type { ApplicationRecord } from "./application.model.ts";
import { applicationKinds } from "../federal-form/federal-form.ts";
import { Findings } from "./Findings.tsx";
import { Forms } from "./Forms.tsx";
import { Sections } from "./Sections.tsx";

const own = ["sign", "submit", "award"] as const;
type Own = (typeof own)[number] | "track";
const dialogs = {
  sign: dialogOnDemand(async () => (await import("./StepDialogs.tsx")).SignDialog),
  submit: dialogOnDemand(async () => (await import("./StepDialogs.tsx")).SubmitDialog),
  award: dialogOnDemand(async () => (await import("./StepDialogs.tsx")).AwardDialog),
  track: dialogOnDemand(async () => (await import("./StepDialogs.tsx")).TrackDialog),
};

function Head({ of }: { of: ApplicationRecord }) {
  const facts: [string, string][] = [
    ["Opportunity", of.opportunityNumber],
    ["Assistance listing", of.aln || "Not named"],
    ["Type", applicationTypes[of.applicationType]],
    ["Kind", applicationKinds[of.kind]],
    ...(of.awardNumber ? [["Award", of.awardNumber] as [string, string]] : []),
    ["Project", `${formatDate(of.startsOn)} to ${formatDate(of.endsOn)}`],
    ["Federal", formatCents(of.federalCents)],
    ["Match", formatCents(of.matchCents)],
  ];
  return (
    <>
      {of.status === "draft" && of.statusReason && (
        <p className="notice tone-warning">It came back: {of.statusReason}</p>
      )}
      <Facts rows={facts} />
    </>
  );
}

function Rail({ of }: { of: ApplicationRecord }) {
  const { timeZone } = useAgency();
  return (
    <>
      <Panel title="Signature">
        {of.signedAt ? (
          <p>
            {of.signedName}, {of.signedTitle}, on {formatInstant(of.signedAt, timeZone)}, by{" "}
            {of.signedBasis}. <span className="text-t3 break-all">SHA-256 {of.signedSha256}</span>
          </p>
        ) : (
          <p className="text-t2">
            Signed by somebody who wrote nothing of it and whom the register of signing authorities
            names.
          </p>
        )}
      </Panel>
      {of.submittedAt && (
        <Panel title="Submitted">
          <p>
            {formatInstant(of.submittedAt, timeZone)}
            {of.trackingNumber ? `, tracking number ${of.trackingNumber}` : ""}.
          </p>
          <p className="text-t3 break-all">Package: SHA-256 {of.packageSha256}</p>
        </Panel>
      )}
      {of.awardedNumber && (
        <Panel title="Award">
          <p>
            {of.awardedNumber}, {formatCents(of.awardCents ?? 0)}
            {of.awardedOn ? `, on ${formatDate(of.awardedOn)}` : ""}
          </p>
        </Panel>
      )}
    </>
  );
}

const tabs: readonly RecordTab<ApplicationRecord>[] = [
  {
    id: "application",
    label: "Application",
    content: (of) => (
      <>
        <Head of={of} />
        <Panel title={`Forms of a ${applicationKinds[of.kind].toLowerCase()} application`}>
          <Forms of={of} />
        </Panel>
      </>
    ),
  },
  {
    id: "narrative",
    label: "Narrative",
    count: (of) => of.sections.length,
    content: (of) => <Sections of={of} />,
  },
  {
    id: "findings",
    label: "What is missing",
    count: (of) => of.findings.length || undefined,
    content: (of) => <Findings items={of.findings} looked={lookedAt} unchecked={of.unchecked} />,
  },
  {
    id: "documents",
    label: "Documents",
    content: (of) => (
      <>
        <Attachments objectType="grantApplication" objectId={of.id} />
        <Comments objectType="grantApplication" objectId={of.id} />
      </>
    ),
  },
];

/** One application: its forms, narrative, budget, and what holds it back. */
export default function ApplicationPage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<{ what: Own; record: ApplicationRecord } | null>(null);
  const { can } = useAuth();
  const Open = open ? dialogs[open.what] : null;
  const extra = (of: ApplicationRecord): ExtraAction[] => [
    ...own.flatMap((name): ExtraAction[] => {
      const action = of.actions.find((each) => each.name === name);
      return action && !(name === "sign" && of.signedAt)
        ? [
            {
              label: action.label,
              onSelect: () => setOpen({ what: name, record: of }),
              reason: action.enabled ? null : action.reason,
              ...(action.tone === "primary" ? { tone: "primary" as const } : {}),
            },
          ]
        : [];
    }),
    ...(of.mayEdit
      ? [
          {
            label: "Change",
            icon: <Pencil aria-hidden="true" />,
            to: pathTo("grantApplicationEdit", { id }),
          },
        ]
      : []),
    {
      label: "Budget",
      icon: <Calculator aria-hidden="true" />,
      to: pathTo("grantBudget", { id }),
    },
    ...(of.submittedAt && can("grantApplication.edit")
      ? [
          {
            label: of.trackingNumber ? "Correct the tracking number" : "Tracking number",
            onSelect: () => setOpen({ what: "track" as const, record: of }),
          },
        ]
      : []),
    ...(of.packageSha256 || (of.status === "ready" && of.signedAt)
      ? [
          {
            label: "Package",
            icon: <Download aria-hidden="true" />,
            onSelect: () =>
              void download(`/api/v1/grant-applications/${id}/package`).catch((error: unknown) =>
                notify.failed("The package could not be saved", error),
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <RecordPage<ApplicationRecord>
        path="/api/v1/grant-applications"
        id={id}
        lifecycle={applicationCycle}
        title={(of) => of.title}
        subtitle={(of) =>
          of.opportunityId ? (
            <Link to={pathTo("grantOpportunity", { id: of.opportunityId })}>{of.grantor}</Link>
          ) : (
            of.grantor
          )
        }
        owner={(of) => of.ownerName}
        amountCents={(of) => of.federalCents}
        amountNote={() => "federal"}
        deadline={(of) => ({ at: of.dueOn, label: "Due", done: of.submittedAt !== null })}
        ownActions={own}
        extraActions={extra}
        tabs={tabs}
        rail={(of) => <Rail of={of} />}
      />
      {open && Open && <Open record={open.record} onClose={() => setOpen(null)} />}
    </>
  );
}
