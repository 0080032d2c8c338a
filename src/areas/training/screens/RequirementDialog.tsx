import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { counted } from "#kernel/words.ts";
import { dutyLabels, duties } from "#roles.ts";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import type { RequirementRow } from "../requirement/requirement.model.ts";
import { codesOf } from "./CourseDialog.tsx";

type Values = {
  name: string;
  code: string;
  everybody: boolean;
  supervisors: boolean;
  role: string;
  duty: string;
  departmentId: string;
  titles: string;
  dueDays: string;
  renewMonths: string;
  prerequisites: string;
  equivalents: string;
};

const valuesOf = (r: RequirementRow | null): Values => ({
  ...{ name: r?.name ?? "", code: r?.code ?? "" },
  ...{ everybody: r?.audience.everybody ?? false, supervisors: r?.audience.supervisors ?? false },
  ...{ role: r?.audience.roles[0] ?? "", duty: r?.audience.duties[0] ?? "" },
  departmentId: r?.audience.departmentIds[0] ?? "",
  titles: r?.audience.titles.join(", ") ?? "",
  ...{
    dueDays: String(r?.dueDays ?? 30),
    renewMonths: r?.renewMonths ? String(r.renewMonths) : "",
  },
  ...{
    prerequisites: r?.prerequisites.join(", ") ?? "",
    equivalents: r?.equivalents.join(", ") ?? "",
  },
});

const listed = (one: string, before: readonly string[] = []): string[] => [
  ...(one ? [one] : []),
  ...before.slice(1).filter((other) => other !== one),
];

const bodyOf =
  (r: RequirementRow | null) =>
  (v: Values): object => ({
    ...{ name: v.name, code: v.code },
    audience: {
      ...{ everybody: v.everybody, supervisors: v.supervisors },
      roles: listed(v.role, r?.audience.roles),
      duties: listed(v.duty, r?.audience.duties),
      departmentIds: listed(v.departmentId, r?.audience.departmentIds),
      titles: v.titles
        .split(",")
        .map((title) => title.trim())
        .filter(Boolean),
      personIds: r?.audience.personIds ?? [],
    },
    dueDays: Number(v.dueDays || 0),
    renewMonths: v.renewMonths ? Number(v.renewMonths) : null,
    ...{ prerequisites: codesOf(v.prerequisites), equivalents: codesOf(v.equivalents) },
  });

type Previewed = { items: { id: string; name: string; departmentName: string; met: boolean }[] };

function Preview({ toBody }: { toBody: (values: Values) => object }) {
  const { getValues } = useFormContext<Values>();
  const [found, setFound] = useState<Previewed | null>(null);
  const act = useMutationAction<Previewed>();
  const ask = async () => {
    const { audience, code, equivalents, renewMonths } = toBody(getValues()) as Record<
      string,
      unknown
    >;
    setFound(
      await act
        .mutateAsync({
          path: "/api/v1/training-requirements/actions/preview",
          body: { audience, code, equivalents, renewMonths },
        })
        .catch(() => null),
    );
  };
  return (
    <div className="grid gap-2">
      <button type="button" className="btn justify-self-start" onClick={() => void ask()}>
        Whom does it touch?
      </button>
      {found && (
        <p role="status">
          {counted(found.items.length, "person", "people")}:{" "}
          {found.items.map(({ name, met }) => (met ? `${name} (has it)` : name)).join(", ") ||
            "nobody"}
        </p>
      )}
    </div>
  );
}

type Named = { id: string; name: string };

/** Drafts a requirement, changes a draft, or drafts the next edition of a published one. */
export function RequirementDialog({
  requirement: r,
  onClose,
}: {
  requirement: RequirementRow | null;
  onClose: () => void;
}) {
  const path = "/api/v1/training-requirements";
  const draft = r?.status === "draft";
  const departments = useGet<{ items: Named[] }>("departments", "/api/v1/departments");
  const toBody = bodyOf(r);
  return (
    <PostDialog<Values>
      title={r ? `${draft ? "Change" : "Next edition of"} ${r.name}` : "New requirement"}
      description="Whoever fits one of these is asked for the certificate, from the day of publication."
      method={draft ? "PATCH" : "POST"}
      path={draft ? `${path}/${r.id}` : r ? `${path}?nextVersionOf=${r.definitionId}` : path}
      submit="Save the draft"
      values={valuesOf(r)}
      nouns={["training-requirements", "training-standing"]}
      {...(draft ? { version: r.version } : {})}
      bodyOf={toBody}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Requirement" required maxLength={120} />
        <TextField name="code" label="Code of the certificate" required maxLength={40} />
      </FormRow>
      <CheckboxField name="everybody" label="Everybody" />
      <CheckboxField name="supervisors" label="Whoever supervises somebody" />
      <FormRow>
        <SelectField
          name="departmentId"
          label="Department"
          placeholder="None"
          options={(departments.data?.items ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
        />
        <SelectField
          name="duty"
          label="Duty"
          placeholder="None"
          options={duties.map((value) => ({ value, label: dutyLabels[value].label }))}
        />
        <SelectField
          name="role"
          label="Role"
          placeholder="None"
          options={[
            { value: "user", label: "User" },
            { value: "manager", label: "Manager" },
            { value: "admin", label: "Administrator" },
          ]}
        />
      </FormRow>
      <TextField name="titles" label="Titles" hint="By commas" />
      <FormRow>
        <TextField name="dueDays" label="Days to meet it" />
        <TextField
          name="renewMonths"
          label="Renewed every so many months"
          hint="Empty: as it says"
        />
      </FormRow>
      <FormRow>
        <TextField name="prerequisites" label="Certificates first" hint="Codes, by commas" />
        <TextField name="equivalents" label="Counts as well" hint="Codes, by commas" />
      </FormRow>
      <Preview toBody={toBody} />
    </PostDialog>
  );
}
