import { Info } from "lucide-react";
import type { Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { roles } from "#kernel/access.ts";
import { endOfDate, lastDayIn } from "#kernel/dates.ts";
import { day, type Instant } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpenedRow } from "#web/kit/form/opened.ts";
import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { DepartmentRow } from "../department/department.model.ts";
import { DutyChoices } from "./DutyChoices.tsx";
import { DutyEnds } from "./DutyEnds.tsx";
import { LostFactor } from "./LostFactor.tsx";
import { SupervisorField } from "./SupervisorField.tsx";
import { roleLabels } from "./member.labels.ts";
import type { GrantList } from "../grant/grant.model.ts";
import type { ChangedMember, MemberRow } from "./member.model.ts";

type Fields = {
  title: string;
  departmentId: string;
  supervisorId: string;
  role: Role;
  roleUntil: string;
  duties: Duty[];
  dutyUntil: Partial<Record<Duty, string>>;
  reason: string;
  active: boolean;
};

const daysOf = ({ duties, dutyEnds }: MemberRow, timeZone: string): Fields["dutyUntil"] =>
  Object.fromEntries(
    duties.map((duty) => [duty, dutyEnds[duty] ? lastDayIn(dutyEnds[duty], timeZone) : ""]),
  );

// Only the ends that somebody changed: the others keep their instants.
const changedEnds = ({ duties, dutyUntil }: Fields, member: MemberRow, timeZone: string) => {
  const before = daysOf(member, timeZone);
  return Object.fromEntries(
    duties
      .filter((duty) => (dutyUntil[duty] ?? "") !== (before[duty] ?? ""))
      .map((duty) => [duty, endOf(dutyUntil[duty] ?? "", timeZone)]),
  );
};

const endOf = (last: string, timeZone: string): Instant | null =>
  last ? new Date(endOfDate(day(last), timeZone)).toISOString() : null;

const bodyOf = (values: Fields, member: MemberRow, timeZone: string, self: boolean) => {
  const roleBefore = member.roleExpiresAt ? lastDayIn(member.roleExpiresAt, timeZone) : "";
  return {
    title: values.title,
    departmentId: values.departmentId || null,
    supervisorId: values.supervisorId || null,
    duties: values.duties,
    dutyEnds: changedEnds(values, member, timeZone),
    reason: values.reason,
    ...(self
      ? {}
      : {
          role: values.role,
          active: values.active,
          ...(values.roleUntil === roleBefore
            ? {}
            : { roleExpiresAt: endOf(values.roleUntil, timeZone) }),
        }),
  };
};

const offeredRoles = (current: Role) =>
  roles
    .filter((role) => role !== "platform_admin" || current === "platform_admin")
    .map((value) => ({ value, label: roleLabels[value].label }));

/** Everything that an administrator sets for one member. Changes hold within a second. */
export function MemberDrawer({
  member: row,
  departments,
  onClose,
}: {
  member: MemberRow;
  departments: readonly DepartmentRow[];
  onClose: () => void;
}) {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const opened = useOpenedRow(row, ({ id }) => api<MemberRow>(`/api/v1/members/${id}`));
  const member = opened.record ?? row;
  const change = useMutationAction<ChangedMember>("members", "departments", "access-grants", "me");
  const self = me?.person.id === member.id;
  // Who administers an agency alone has nobody to ask: what they grant holds at once, marked.
  const grants = useGet<GrantList>("access-grants", "/api/v1/access-grants", { enabled: self });
  const alone = self && grants.data?.alone === true;
  const save = async (values: Fields) => {
    const changed = await change.mutateAsync({
      method: "PATCH",
      path: `/api/v1/members/${member.id}`,
      version: member.version,
      body: bodyOf(values, member, timeZone, self),
    });
    if (changed.waits)
      notify.info(
        "Saved; a second person confirms the rest",
        "Another administrator or officer finds it under Team, Access. It holds from then on.",
      );
    else notify.done("Saved", `${member.name}'s access changed.`);
    onClose();
  };
  const fieldsOf = (m: MemberRow): Fields => ({
    title: m.title,
    departmentId: m.departmentId ?? "",
    supervisorId: m.supervisorId ?? "",
    role: m.role,
    roleUntil: m.roleExpiresAt ? lastDayIn(m.roleExpiresAt, timeZone) : "",
    duties: [...m.duties],
    dutyUntil: daysOf(m, timeZone),
    reason: "",
    active: m.active,
  });
  return (
    <Dialog
      onClose={onClose}
      title={member.name}
      description={member.email}
      className="dialog dialog-wide"
    >
      {self && (
        <div className="notice tone-info mb-5">
          <Info aria-hidden="true" />
          <p>
            {alone
              ? "You are the only administrator: you set your own duties yourself, and the record says so. Your role and membership can change once there is another."
              : "Duties that you give yourself wait until another administrator or officer confirms them. Another administrator changes your role."}
          </p>
        </div>
      )}
      <Form<Fields>
        formKey={null}
        defaultValues={fieldsOf(member)}
        conflict={opened.conflictOf(fieldsOf)}
        submitLabel="Save member"
        onCancel={onClose}
        onSubmit={save}
        wide
      >
        <FormRow>
          <TextField name="title" label="Title" />
          <SelectField
            name="departmentId"
            label="Department"
            placeholder="None"
            options={departments
              .filter((d) => d.active || d.id === member.departmentId)
              .map((d) => ({ value: d.id, label: d.name }))}
          />
        </FormRow>
        <SupervisorField currentLabel={member.supervisorName} />
        <FormRow>
          <SelectField
            name="role"
            label="Role"
            hint={roleLabels[member.role].about}
            options={offeredRoles(member.role)}
            disabled={self}
            required
          />
          <DateField
            name="roleUntil"
            label="Until"
            hint="Ends with this day; then the earlier role counts again."
            disabled={self}
          />
        </FormRow>
        <DutyChoices name="duties" />
        <DutyEnds duties="duties" name="dutyUntil" />
        <TextField
          name="reason"
          label="Why"
          hint="Stands beside what you give, and in the audit record."
          maxLength={500}
        />
        <CheckboxField
          name="active"
          label="Active member"
          hint="Switched off, the person can no longer work here; records keep the name."
          disabled={self}
        />
      </Form>
      {!self && member.role !== "platform_admin" && <LostFactor member={member} />}
    </Dialog>
  );
}
