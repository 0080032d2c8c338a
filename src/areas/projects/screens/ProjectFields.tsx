import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, FormSection, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import type { ProjectDetail } from "../project/project.model.ts";

type Member = { id: string; name: string; title: string };
type Contract = { id: string; number: string; title: string };

const inspectorsOf = (project?: ProjectDetail): readonly LineColumn[] => [
  {
    name: "personId",
    label: "Inspector",
    kind: "lookup",
    required: true,
    path: "/api/v1/members",
    query: "active=true",
    itemLabel: (member: Member) => member.name,
    itemHint: (member: Member) => member.title,
    current: (id) => {
      const at = project?.inspectors.findIndex((each) => each.personId === id) ?? -1;
      return project?.inspectorNames[at] ?? null;
    },
  },
];
const contractsOf = (project?: ProjectDetail): readonly LineColumn[] => [
  {
    name: "contractId",
    label: "Contract",
    kind: "lookup",
    required: true,
    path: "/api/v1/contracts",
    itemLabel: (c: Contract) => `${c.number} ${c.title}`,
    current: (id) => {
      const found = project?.named.find((each) => each.id === id);
      return found ? `${found.number} ${found.title}` : null;
    },
  },
];

function Where() {
  return (
    <FormSection title="Where it is">
      <TextField
        name="place"
        label="Place"
        hint="Such as County Road 14 at Elm Creek"
        maxLength={300}
      />
      <FormRow>
        <TextField name="latitude" label="Latitude" hint="Such as 44.7891" />
        <TextField name="longitude" label="Longitude" hint="Such as -93.6012" />
      </FormRow>
    </FormSection>
  );
}

/** The fields of a project. */
export function ProjectFields({ project }: { project?: ProjectDetail }) {
  return (
    <>
      <FormSection title="What is built">
        <FormRow>
          <TextField name="name" label="Project" required maxLength={200} />
          {project ? (
            <p className="text-14 text-t2 self-center">
              Charged to <span className="mono">{project.segmentCode}</span> for good.
            </p>
          ) : (
            <TextField
              name="segmentCode"
              label="Code in the ledger"
              required
              maxLength={20}
              hint="A code that the budget has is taken, another one is made"
            />
          )}
        </FormRow>
        <TextArea name="description" label="Description" rows={3} maxLength={10_000} />
      </FormSection>
      <FormSection title="Who runs it">
        <FormRow>
          <DepartmentField name="departmentId" label="Department" required />
          <Combobox<Member>
            name="engineerId"
            label="Engineer"
            path="/api/v1/members"
            query="active=true"
            itemLabel={(member) => member.name}
            itemHint={(member) => member.title}
            currentLabel={project?.engineer ?? null}
          />
        </FormRow>
        <LineItems
          name="inspectors"
          label="Inspectors"
          columns={inspectorsOf(project)}
          blank={() => ({ personId: "" })}
          min={0}
        />
      </FormSection>
      <FormSection title="Contracts and days">
        <LineItems
          name="contracts"
          label="Contracts"
          columns={contractsOf(project)}
          blank={() => ({ contractId: "" })}
          min={0}
        />
        <FormRow>
          <DateField name="startsOn" label="Work starts" />
          <TextField
            name="contractDays"
            label="Contract days"
            hint="Calendar days; where a contract stands above, its last day counts"
          />
          <TextField
            name="questionDays"
            label="Days to answer a question"
            hint="Business days from the day it is asked"
          />
        </FormRow>
        <FormRow>
          <TextField
            name="monthlyScheduleDay"
            label="Monthly schedule by day"
            hint="Day of each month, 1 to 28, by which the contractor hands its schedule in"
          />
          <DateField name="monthlyScheduleFrom" label="Monthly schedule from" />
        </FormRow>
      </FormSection>
      <Where />
    </>
  );
}
