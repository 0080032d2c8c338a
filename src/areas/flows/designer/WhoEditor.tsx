import { roles } from "#kernel/access.ts";
import { duties, dutyLabels } from "#roles.ts";
import type { Who } from "../definition/flow.labels.ts";
import type { FlowParts } from "../definition/flow.model.ts";
import { Select } from "./controls.tsx";

const kinds = [
  { value: "person", label: "A person" },
  { value: "role", label: "A role" },
  { value: "duty", label: "A duty" },
  { value: "department", label: "A department" },
  { value: "starter", label: "Whoever began it" },
];

const first = (kind: string): Who => {
  switch (kind) {
    case "person":
      return { kind, personId: "" };
    case "role":
      return { kind, role: "manager" };
    case "duty":
      return { kind, duty: duties[0] };
    case "department":
      return { kind, departmentId: "" };
    default:
      return { kind: "starter" };
  }
};

/** Whom a step asks or tells. */
export function WhoEditor({
  who,
  parts,
  onChange,
}: {
  who: Who;
  parts: FlowParts | undefined;
  onChange: (who: Who) => void;
}) {
  return (
    <div className="grid gap-3">
      <Select
        label="Who"
        value={who.kind}
        options={kinds}
        onChange={(kind) => onChange(first(kind))}
      />
      {who.kind === "person" && (
        <Select
          label="Person"
          value={who.personId}
          options={parts?.people ?? []}
          onChange={(personId) => onChange({ kind: "person", personId })}
        />
      )}
      {who.kind === "department" && (
        <Select
          label="Department"
          value={who.departmentId}
          options={parts?.departments ?? []}
          onChange={(departmentId) => onChange({ kind: "department", departmentId })}
        />
      )}
      {who.kind === "role" && (
        <Select
          label="Role"
          value={who.role}
          options={roles.map((role) => ({ value: role, label: role.replace("_", " ") }))}
          onChange={(role) => onChange({ kind: "role", role })}
        />
      )}
      {who.kind === "duty" && (
        <Select
          label="Duty"
          value={who.duty}
          options={duties.map((duty) => ({ value: duty, label: dutyLabels[duty].label }))}
          onChange={(duty) => onChange({ kind: "duty", duty })}
        />
      )}
    </div>
  );
}
