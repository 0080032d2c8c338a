import { HandCoins } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { programApplicationCycle } from "./application.labels.ts";
import type { ApplicationDetail } from "./application.model.ts";

function Project({ of: a }: { of: ApplicationDetail }) {
  const { timeZone } = useAgency();
  const sum = a.budget.reduce((n, b) => n + b.cents, 0);
  return (
    <>
      <Facts>
        <Fact label="Program">
          <Link to={pathTo("grantProgram", { id: a.programId })}>
            {a.program} {a.programTitle}
          </Link>
        </Fact>
        <Fact label="Days">
          {formatDate(a.startsOn)} to {formatDate(a.endsOn)}
        </Fact>
        <Fact label="Sent">
          {a.submittedAt ? formatInstant(a.submittedAt, timeZone) : ""}
          {a.source === "staff" ? ", on paper" : ", from the portal"}
        </Fact>
        {a.receivedOn && (
          <Fact label="Received">
            {formatDate(a.receivedOn)}
            {a.receivedBy && `, taken by ${a.receivedBy}`}
          </Fact>
        )}
        <Fact label="Contact">
          {[a.contactName, a.contactEmail].filter(Boolean).join(", ") || "None"}
        </Fact>
        <Fact label="Reason">{a.statusReason}</Fact>
      </Facts>
      <p className="max-w-prose whitespace-pre-wrap">{a.narrative}</p>
      <Panel title="Budget">
        <LineTable
          label="Budget"
          parts={[
            {
              label: "Class",
              as: "title",
              cell: (b) => objectClasses[b.objectClass],
            },
            { label: "Amount", as: "amount", cell: (b) => formatCents(b.cents) },
          ]}
          lines={a.budget}
          keyOf={(b) => b.objectClass}
          total={{ label: `Of it match ${formatCents(a.match)}`, amount: formatCents(sum) }}
        />
      </Panel>
    </>
  );
}

/** An application to one of the agency's programs. */
export default function ProgramApplicationPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<ApplicationDetail>
      path="/api/v1/program-applications"
      id={id}
      lifecycle={programApplicationCycle}
      title={(a) => a.title}
      subtitle={(a) => <Link to={pathTo("vendor", { id: a.vendorId })}>{a.applicant}</Link>}
      amountCents={(a) => a.requested}
      amountNote={() => "asked for"}
      extraActions={(a) =>
        a.canSubaward
          ? [
              {
                label: "Draft the subaward",
                icon: <HandCoins aria-hidden="true" />,
                to: `${pathTo("subawardNew")}?application=${a.id}`,
                tone: "primary" as const,
              },
            ]
          : []
      }
      tabs={[
        { id: "project", label: "Project", content: (a) => <Project of={a} /> },
        {
          id: "documents",
          label: "Documents",
          content: (a) => <Attachments objectType="programApplication" objectId={a.id} />,
        },
      ]}
      rail={(a) =>
        a.subawardId && (
          <Panel title="Subaward">
            <Link className="mono" to={pathTo("subaward", { id: a.subawardId })}>
              {a.subaward}
            </Link>
          </Panel>
        )
      }
    />
  );
}
