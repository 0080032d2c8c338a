import { CostCodeChoice } from "#areas/budget/budget.ui.tsx";
import { formatCents } from "#kernel/money.ts";
import { FormRow, MoneyField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import type { CodedLineRow, CodeRow, ProjectCodes } from "./code.model.ts";

type Of = { project: ProjectDetail; codes: ProjectCodes; onClose: () => void };
const nouns = ["projects", "cost-transfers", "purchase-orders", "requisitions"] as const;

type Given = { codes: { costCodeId: string; cents: number | null }[] };
type Coded = { id: string; code: string; name: string };

/** What of the budget each code has. */
export function DistributeDialog({ project, codes, onClose }: Of) {
  const named = new Map(codes.rows.map((r) => [r.costCodeId, `${r.code} ${r.name}`]));
  return (
    <PostDialog<Given>
      title="Distribute the budget"
      description={`${formatCents(codes.budget)} is the budget of the project; ${formatCents(codes.budget - codes.distributed)} is not distributed yet.`}
      path={`/api/v1/projects/${project.id}/actions/distribute`}
      submit="Save the budgets"
      values={{
        codes: codes.rows.flatMap((r) =>
          r.costCodeId ? [{ costCodeId: r.costCodeId, cents: r.budget }] : [],
        ),
      }}
      nouns={nouns}
      version={project.version}
      bodyOf={(given) => ({
        codes: given.codes.map((c) => ({ costCodeId: c.costCodeId, cents: c.cents ?? 0 })),
      })}
      onClose={onClose}
    >
      <LineItems
        name="codes"
        label="Budget by code"
        blank={() => ({ costCodeId: "", cents: null })}
        lineTotal={(line) => (line["cents"] as number | null) ?? 0}
        columns={[
          {
            name: "costCodeId",
            label: "Cost code",
            kind: "lookup",
            required: true,
            path: "/api/v1/cost-codes",
            query: "active=true",
            itemLabel: (c: Coded) => `${c.code} ${c.name}`,
            current: (id) => named.get(id) ?? null,
          },
          { name: "cents", label: "Budget, $", kind: "money", required: true, width: "w-[150px]" },
        ]}
      />
    </PostDialog>
  );
}

/** Asks to move money from one code to another. */
export function TransferDialog({ project, codes, onClose }: Of) {
  const free = (r: CodeRow) => r.budget - r.committed;
  return (
    <PostDialog<{ fromCodeId: string; toCodeId: string; cents: number | null; why: string }>
      title="Transfer between codes"
      description="Another person approves it; the money moves then."
      path={`/api/v1/projects/${project.id}/cost-transfers`}
      submit="Ask for approval"
      values={{ fromCodeId: "", toCodeId: "", cents: null, why: "" }}
      nouns={nouns}
      onClose={onClose}
    >
      <SelectField
        name="fromCodeId"
        label="From"
        required
        options={codes.rows.flatMap((r) =>
          r.costCodeId && free(r) > 0
            ? [{ value: r.costCodeId, label: `${r.code} ${r.name}, ${formatCents(free(r))} free` }]
            : [],
        )}
      />
      <CostCodeChoice name="toCodeId" label="To" required />
      <FormRow>
        <MoneyField name="cents" label="Amount" required />
      </FormRow>
      <TextArea name="why" label="Why" required rows={3} maxLength={1000} />
    </PostDialog>
  );
}

/** What a code will cost in the end, and why. */
export function ForecastCodeDialog({
  project,
  row,
  onClose,
}: Omit<Of, "codes"> & { row: CodeRow }) {
  return (
    <PostDialog<{ cents: number | null; reason: string }>
      title={`Forecast of ${row.code} ${row.name}`}
      description="What the code will cost in the end. Leave the amount out, and it is as the rule says."
      path={`/api/v1/projects/${project.id}/actions/forecast-code`}
      submit="Save the forecast"
      values={{ cents: row.typed ? row.forecast : null, reason: row.reason }}
      nouns={nouns}
      version={project.version}
      bodyOf={(given) => ({ ...given, costCodeId: row.costCodeId })}
      onClose={onClose}
    >
      <MoneyField name="cents" label="Cost in the end" />
      <TextArea name="reason" label="What it rests on" rows={3} maxLength={1000} />
    </PostDialog>
  );
}

/** Moves a line to another code, with all its figures. */
export function RecodeDialog({ project, onClose }: Omit<Of, "codes">) {
  const { data } = useGet<{ items: CodedLineRow[] }>(
    "projects",
    `/api/v1/projects/${project.id}/coded-lines`,
  );
  const lines = data?.items ?? [];
  return (
    <PostDialog<{ line: string; costCodeId: string | null; reason: string }>
      title="Code a line"
      description="What the line asked for, ordered, received and billed moves with it; the histories of its documents tell it."
      path={`/api/v1/projects/${project.id}/actions/recode`}
      submit="Move the line"
      values={{ line: "", costCodeId: null, reason: "" }}
      nouns={nouns}
      bodyOf={({ line, costCodeId, reason }) => ({
        type: lines.find((l) => l.id === line)?.type,
        lineId: line,
        costCodeId: costCodeId || null,
        reason,
      })}
      onClose={onClose}
    >
      <SelectField
        name="line"
        label="Line"
        required
        options={lines.map((l) => ({
          value: l.id,
          label: `${l.number} ${l.description}, ${formatCents(l.amount)} (${l.costCode ?? "not coded"})`,
        }))}
      />
      <CostCodeChoice name="costCodeId" label="Cost code" />
      <ReasonField label="Why it is moved" maxLength={500} />
    </PostDialog>
  );
}
