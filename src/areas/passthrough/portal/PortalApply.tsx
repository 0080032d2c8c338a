import { useNavigate, useParams } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { applicationStatuses } from "../application/application.labels.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ApplicationFields } from "../application/ApplicationFields.tsx";
import {
  applicationBody,
  blankApplication,
  budgetForm,
  type ApplicationForm,
} from "../application/applicationForm.ts";
import type { GrantsOverview, OfferedProgram, OwnApplication } from "./portal.model.ts";

function About({ p }: { p: OfferedProgram }) {
  return (
    <Panel title={p.title}>
      <p className="max-w-prose whitespace-pre-wrap">{p.summary}</p>
      <div className="mt-3">
        <Facts>
          <Fact label="Agency">{p.agency}</Fact>
          <Fact label="Money">
            {formatCents(p.total)} in all
            {p.least ? `, at least ${formatCents(p.least)}` : ""}
            {p.most ? `, at most ${formatCents(p.most)} each` : ""}
            {p.matchPercent ? `, with a match of ${p.matchPercent} percent` : ""}
          </Fact>
          <Fact label="Period of availability">
            {formatDate(p.startsOn)} to {formatDate(p.endsOn)}
          </Fact>
          <Fact label="Applications">
            {p.closesOn ? `until ${formatDate(p.closesOn)}` : "open until it is closed"}
          </Fact>
          <Fact label="What is scored">
            {p.criteria.map((c) => `${c.name} ${c.weight}`).join(" · ")}
          </Fact>
        </Facts>
      </div>
    </Panel>
  );
}

/** An application as it was sent: it stays as it is, and its applicant reads it. */
function Sent({ a }: { a: OwnApplication }) {
  const { timeZone } = useAgency();
  return (
    <Panel
      title={`${a.number} ${a.title}`}
      aside={<StatusBadge statuses={applicationStatuses} status={a.status} />}
    >
      <Facts>
        <Fact label="Agency">{a.agency}</Fact>
        <Fact label="Program">{a.program}</Fact>
        <Fact label="Sent">
          {a.submittedAt ? formatInstant(a.submittedAt, timeZone) : "Not sent"}
        </Fact>
        <Fact label="Days">
          {formatDate(a.startsOn)} to {formatDate(a.endsOn)}
        </Fact>
        <Fact label="Contact">{[a.contactName, a.contactEmail].filter(Boolean).join(", ")}</Fact>
        {a.statusReason && <Fact label="Reason">{a.statusReason}</Fact>}
      </Facts>
      <p className="my-3 max-w-prose whitespace-pre-wrap">{a.narrative}</p>
      <LineTable
        label="Budget"
        parts={[
          {
            label: "Class",
            as: "title",
            cell: (b) => objectClasses[b.objectClass as keyof typeof objectClasses],
          },
          { label: "Amount", as: "amount", cell: (b) => formatCents(b.cents) },
        ]}
        lines={a.budget}
        keyOf={(b) => b.objectClass}
        total={{ label: `Of it match ${formatCents(a.match)}`, amount: formatCents(a.requested) }}
      />
    </Panel>
  );
}

const valuesOf = (a: OwnApplication | undefined, p: OfferedProgram): ApplicationForm =>
  a
    ? {
        title: a.title,
        narrative: a.narrative,
        budget: budgetForm(a.budget),
        match: a.match,
        startsOn: a.startsOn,
        endsOn: a.endsOn,
        contactName: a.contactName,
        contactEmail: a.contactEmail,
      }
    : { ...blankApplication, startsOn: p.startsOn, endsOn: p.endsOn };

function ApplyForm({ p, draft }: { p: OfferedProgram; draft: OwnApplication | undefined }) {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string; number: string; version: number }>("vendor-grants");
  return (
    <Form<ApplicationForm>
      formKey={`portal-application-${p.id}`}
      defaultValues={valuesOf(draft, p)}
      submitLabel="Save draft"
      choices={[{ name: "send", label: "Save and send" }]}
      wide
      onCancel={() => void navigate("/vendor-portal/grants")}
      onSubmit={async (values, choice) => {
        const body = applicationBody(values);
        const own = "/api/v1/vendor-program-applications";
        const made = draft
          ? await save.mutateAsync({
              method: "PATCH",
              path: `${own}/${p.orgId}/${draft.id}`,
              body,
              version: draft.version,
            })
          : await save.mutateAsync({
              path: `/api/v1/vendor-programs/${p.orgId}/${p.id}/applications`,
              body,
            });
        if (choice === "send")
          await save.mutateAsync({
            path: `${own}/${p.orgId}/${made.id}/actions/submit`,
            body: {},
            version: made.version,
          });
        notify.done(choice === "send" ? "Sent" : "Saved", made.number);
        void navigate("/vendor-portal/grants");
      }}
    >
      <ApplicationFields />
    </Form>
  );
}

function Body() {
  const { id = "" } = useParams();
  const grants = useGet<GrantsOverview>("vendor-grants", "/api/v1/vendor-grants");
  if (grants.isPending) return <RecordSkeleton />;
  if (!grants.data) return <ErrorPanel error={grants.error} what="This program" />;
  const p = grants.data.programs.find((each) => each.id === id);
  const own = grants.data.applications.find((a) => a.programId === id && a.status !== "withdrawn");
  if (own && (own.status !== "draft" || !p)) return <Sent a={own} />;
  if (!p)
    return (
      <EmptyState kind="no-results" title="It is not open now">
        Look under Grants for what is open.
      </EmptyState>
    );
  return (
    <>
      <About p={p} />
      {p.known ? (
        <ApplyForm p={p} draft={own} />
      ) : (
        <p>Register with {p.agency} first: Company, Agencies.</p>
      )}
    </>
  );
}

/** /vendor-portal/grants/apply: an application to an agency's program. */
export default function PortalApply() {
  return (
    <PortalFrame title="Apply for a grant">
      <Body />
    </PortalFrame>
  );
}
