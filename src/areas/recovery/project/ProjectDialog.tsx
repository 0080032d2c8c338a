import { formatCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { CheckboxField, FormRow, MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { CategoryField, DeclarationField } from "../fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ProjectDetail } from "./project.model.ts";

type Line = { description: string; quantity: string; unit: string; unitPrice: string };
const blankLine = (): Line => ({ description: "", quantity: "1", unit: "each", unitPrice: "" });
const blank = {
  declarationId: "",
  title: "",
  category: "C",
  pwNumber: "",
  scope: "",
  mitigation: "",
  ehp: "",
  insuranceCents: null as number | null,
  insuranceActual: false,
  lines: [] as Line[],
};
const valuesOf = (p: ProjectDetail): typeof blank => ({
  declarationId: p.declarationId,
  title: p.title,
  category: p.category,
  pwNumber: p.pwNumber,
  scope: p.scope,
  mitigation: p.mitigation,
  ehp: p.ehp,
  insuranceCents: p.insuranceCents,
  insuranceActual: p.insuranceActual,
  lines: p.lines.map((l) => ({
    description: l.description,
    quantity: plainDecimal(l.quantity),
    unit: l.unit,
    unitPrice: plainDecimal(l.unitPrice),
  })),
});

/** Begins a project, or changes one in formulation. */
export function ProjectDialog({
  project,
  onClose,
  onDone,
}: {
  project?: ProjectDetail;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
}) {
  return (
    <PostDialog
      title={project ? `Change ${project.number}` : "Begin a project"}
      description="Its scope lines add up to its estimate. The size is frozen when it goes to the state."
      path={project ? `/api/v1/pa-projects/${project.id}` : "/api/v1/pa-projects"}
      method={project ? "PATCH" : "POST"}
      {...(project ? { version: project.version } : {})}
      submit="Save project"
      nouns={["pa-projects"]}
      values={project ? valuesOf(project) : blank}
      bodyOf={(v) => ({ ...v, insuranceCents: v.insuranceCents ?? 0 })}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      <DeclarationField />
      <TextField name="title" label="Project" required maxLength={200} />
      <FormRow>
        <CategoryField management />
        <TextField name="pwNumber" label="FEMA's number" maxLength={40} />
      </FormRow>
      <TextArea name="scope" label="Scope of work" rows={3} />
      <LineItems
        name="lines"
        label="Scope lines"
        blank={blankLine}
        columns={[
          { name: "description", label: "Work", kind: "text", required: true },
          { name: "quantity", label: "Quantity", kind: "decimal" },
          { name: "unit", label: "Unit", kind: "text" },
          { name: "unitPrice", label: "Unit price", kind: "decimal", least: 2 },
        ]}
      />
      {project?.insuranceFollows ? (
        <p className="text-t2">
          Its policies and flooded buildings take {formatCents(project.insuranceCents)} off.
        </p>
      ) : (
        <FormRow>
          <MoneyField name="insuranceCents" label="Insurance expected or paid" />
          <CheckboxField name="insuranceActual" label="The insurer paid it" />
        </FormRow>
      )}
      <TextArea name="mitigation" label="Remarks on mitigation" rows={2} />
      <TextArea name="ehp" label="Remarks on environment and history" rows={2} />
    </PostDialog>
  );
}
