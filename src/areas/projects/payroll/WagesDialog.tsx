import { DateField, FormRow, FormSection, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import type { WagesInput } from "./payroll.model.ts";

type Values = {
  determination: string;
  modification: string;
  publishedOn: string;
  source: string;
  rates: { classification: string; basic: number | null; fringe: number | null }[];
};

const columns: readonly LineColumn[] = [
  { name: "classification", label: "Classification", kind: "text", required: true },
  { name: "basic", label: "Basic rate", kind: "money", required: true },
  { name: "fringe", label: "Fringe benefits", kind: "money", required: true },
];

/** The wage determination that binds a project's contracts. */
export function WagesDialog({
  project,
  wages,
  onClose,
}: {
  project: ProjectDetail;
  wages: WagesInput | null;
  onClose: () => void;
}) {
  return (
    <PostDialog<Values>
      title="Wage determination"
      description="The one that the contract bears. Payrolls are checked against its rates; those that were accepted stay."
      path={`/api/v1/projects/${project.id}/actions/wages`}
      submit="Save the determination"
      values={
        wages
          ? { ...wages, modification: String(wages.modification) }
          : { determination: "", modification: "0", publishedOn: "", source: "", rates: [] }
      }
      nouns={["projects", "certified-payrolls"]}
      version={project.version}
      bodyOf={(values) => ({
        ...values,
        modification: Number(values.modification || "0"),
        rates: values.rates.map((rate) => ({ ...rate, fringe: rate.fringe ?? 0 })),
      })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="determination" label="Number" hint="Such as MN20260064" required />
        <TextField name="modification" label="Modification" />
        <DateField name="publishedOn" label="Published on" required />
      </FormRow>
      <TextField
        name="source"
        label="Where it is written"
        hint="The page of SAM.gov, or of the contract"
        required
        maxLength={500}
      />
      <FormSection title="Rates of an hour">
        <LineItems
          name="rates"
          label="Rates"
          columns={columns}
          blank={() => ({ classification: "", basic: null, fringe: null })}
          min={1}
        />
      </FormSection>
    </PostDialog>
  );
}
