import { useState } from "react";
import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import {
  foundingLabels,
  monthNames,
  timeZoneChoices,
} from "#areas/organization/organization.public.ts";
import { RadioGroup, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { useMutationAction } from "#web/kit/queries.ts";

type Template = { id: string; label: string; brings: string[] };
type Choices = { items: Template[]; states: string[] };
type Values = {
  name: string;
  administrator: string;
  timeZone: string;
  fiscalYearStartMonth: string;
  template: string;
  state: string;
};

function FromTemplate({ choices }: { choices: Choices }) {
  const chosen = useWatch<Values, "template">({ name: "template" });
  const template = choices.items.find(({ id }) => id === chosen);
  return (
    <>
      <SelectField
        name="template"
        label="What it starts with"
        options={[
          { value: "", label: "Empty" },
          ...choices.items.map(({ id, label }) => ({
            value: id,
            label: `What most of a kind have: ${label.toLowerCase()}`,
          })),
        ]}
      />
      {template && (
        <>
          <ul className="list-disc pl-5 text-13 text-t2">
            {template.brings.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <SelectField
            name="state"
            label="Rules of the state of"
            options={[
              { value: "", label: "None" },
              ...choices.states.map((state) => ({ value: state, label: state })),
            ]}
          />
        </>
      )}
    </>
  );
}

/** Founds an agency for somebody, who is invited as its first administrator. */
export function FoundDialog({ onClose }: { onClose: () => void }) {
  const choices = useGet<Choices>("founding-templates", "/api/v1/platform/founding-templates");
  return (
    <PostDialog<Values>
      title="Found an agency"
      description="It opens with its first administrator, who gets an invitation by letter."
      path="/api/v1/platform/agencies"
      submit="Found it"
      nouns={["platform-agencies"]}
      values={{
        name: "",
        administrator: "",
        timeZone: "America/Chicago",
        fiscalYearStartMonth: "7",
        template: "",
        state: "",
      }}
      bodyOf={({ fiscalYearStartMonth, template, state, ...values }) => ({
        ...values,
        fiscalYearStartMonth: Number(fiscalYearStartMonth),
        template: template || null,
        state: (template && state) || null,
      })}
      onClose={onClose}
    >
      <TextField name="name" label="Name of the agency" required maxLength={120} />
      <TextField
        name="administrator"
        label="First administrator's address"
        type="email"
        required
        maxLength={254}
      />
      <SelectField
        name="timeZone"
        label="Time zone"
        options={timeZoneChoices("America/Chicago")}
        required
      />
      <SelectField
        name="fiscalYearStartMonth"
        label="Fiscal year begins in"
        options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
        required
      />
      {choices.data && <FromTemplate choices={choices.data} />}
    </PostDialog>
  );
}

type Founding = { founding: keyof typeof foundingLabels; version: number };

function Invite() {
  const [email, setEmail] = useState("");
  const act = useMutationAction("founding");
  const send = () =>
    act.mutate(
      { path: "/api/v1/platform/founding-invitations", body: { email } },
      {
        onSuccess: () => {
          notify.done("Invited", email);
          setEmail("");
        },
        onError: (error) => notify.failed("Not invited", error),
      },
    );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="field">
        <span className="label">Invite an address to found</span>
        <input
          className="field-control"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <button type="button" className="btn" disabled={!email || act.isPending} onClick={send}>
        Invite
      </button>
    </div>
  );
}

/** Who may found an agency on this installation. */
export function FoundingDialog({ onClose }: { onClose: () => void }) {
  const now = useGet<Founding>("founding", "/api/v1/platform/founding");
  if (!now.data) return null;
  return (
    <PostDialog<{ founding: string }>
      title="Who may found an agency"
      path="/api/v1/platform/founding"
      method="PUT"
      submit="Save"
      version={now.data.version}
      nouns={["founding"]}
      values={{ founding: now.data.founding }}
      onClose={onClose}
    >
      <RadioGroup
        name="founding"
        label="Agencies are founded by"
        options={options(foundingLabels)}
      />
      {now.data.founding === "invited" && <Invite />}
    </PostDialog>
  );
}
