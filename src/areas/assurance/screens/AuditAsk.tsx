import { useState } from "react";
import {
  CheckboxField,
  DateField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { AuditDetail } from "../audit/audit.model.ts";
import { MemberField } from "./MemberField.tsx";

type Ask = { audit: AuditDetail; onClose: () => void };

function ProcedureDialog({ audit, onClose }: Ask) {
  return (
    <PostDialog
      title="Enter a procedure"
      path={`/api/v1/audits/${audit.id}/actions/enter-procedure`}
      submit="Enter"
      nouns={["audit-procedures", "audits"]}
      values={{ title: "", steps: "", clause: "" }}
      onClose={onClose}
    >
      <TextField name="title" label="What is to be found out" required maxLength={200} />
      <TextArea name="steps" label="Steps" rows={4} maxLength={8000} />
      <TextField name="clause" label="Clause that it tests" maxLength={120} />
    </PostDialog>
  );
}

function RequestDialog({ audit, onClose }: Ask) {
  return (
    <PostDialog
      title="Ask for something"
      description="The notice that goes out names the number of the request, nothing else."
      path={`/api/v1/audits/${audit.id}/actions/ask`}
      submit="Ask"
      nouns={["audit-requests", "audits"]}
      values={{ item: "", ownerId: null as string | null, dueOn: "" }}
      onClose={onClose}
    >
      <TextArea name="item" label="What is needed" required rows={4} maxLength={4000} />
      <MemberField name="ownerId" label="Asked of" />
      <DateField name="dueOn" label="Due" required />
    </PostDialog>
  );
}

const joins = [
  { value: "member", label: "Audits" },
  { value: "outside", label: "Reads only, until a day" },
];

function MemberDialog({ audit, onClose }: Ask) {
  return (
    <PostDialog
      title="Add to the team"
      description="The team reads every paper of this audit before its report is issued."
      path={`/api/v1/audits/${audit.id}/actions/add-member`}
      submit="Add"
      nouns={["audits"]}
      values={{ personId: null as string | null, role: "member", untilOn: "" }}
      bodyOf={({ untilOn, ...values }) => ({ ...values, untilOn: untilOn || null })}
      onClose={onClose}
    >
      <MemberField name="personId" label="Who" />
      <SelectField name="role" label="What they do" required options={joins} />
      <DateField name="untilOn" label="Last day" />
    </PostDialog>
  );
}

function DeclareDialog({ audit, onClose }: Ask) {
  return (
    <PostDialog
      title="Declare independence"
      description={`Nothing makes you partial in ${audit.number}: no work of yours is audited, and nobody close to you answers for it.`}
      path={`/api/v1/audits/${audit.id}/actions/declare`}
      submit="Declare"
      nouns={["audits", "assurance"]}
      values={{ independent: false, threats: "" }}
      onClose={onClose}
    >
      <CheckboxField name="independent" label="I am independent of what is audited" />
      <TextArea
        name="threats"
        label="What could look otherwise, and what is done about it"
        rows={3}
        maxLength={2000}
      />
    </PostDialog>
  );
}

const dialogs = {
  procedure: ProcedureDialog,
  request: RequestDialog,
  member: MemberDialog,
  declare: DeclareDialog,
};

/** What the team of an audit enters. */
export function AuditAsk({ what, ...ask }: Ask & { what: keyof typeof dialogs }) {
  const [Asked] = useState(() => dialogs[what]);
  return <Asked {...ask} />;
}
