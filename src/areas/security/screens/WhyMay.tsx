import { Check, Info, X } from "lucide-react";
import { useState } from "react";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { MatrixAnswer, Reason, WhyAnswer } from "../access/access.model.ts";

type Fields = { personId: string; what: string };
type Member = { id: string; name: string; email: string };

const icons = { true: Check, false: X, null: Info } as const;
const words = { true: "Opens", false: "Closes", null: "To know" } as const;

function Line({ reason }: { reason: Reason }) {
  const key = String(reason.good) as keyof typeof icons;
  const Icon = icons[key];
  return (
    <li className="flex gap-3 border-b border-hair py-2 last:border-0">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${reason.good === null ? "text-t3" : ""}`}
        aria-hidden="true"
      />
      <span>
        <span className="visually-hidden">{words[key]}: </span>
        {reason.text}
      </span>
    </li>
  );
}

function Answer({ asked }: { asked: Fields }) {
  const query = new URLSearchParams(asked).toString();
  const read = useGet<WhyAnswer>("access-why", `/api/v1/access-why?${query}`);
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError) return <ErrorPanel error={read.error} what="The answer" />;
  const { person, what, may, reasons, reads } = read.data;
  return (
    <Panel
      title={`${person}: ${what}`}
      aside={<Badge tone={may ? "success" : "neutral"} label={may ? "May" : "May not"} />}
    >
      {reads !== what && <p className="text-13 text-t3">Asks for {reads}.</p>}
      <ul aria-label="Why">
        {reasons.map((reason) => (
          <Line key={reason.text} reason={reason} />
        ))}
      </ul>
    </Panel>
  );
}

/** A person and a permission or address: whether they may, and by what. */
export function WhyMay() {
  const [asked, setAsked] = useState<Fields | null>(null);
  const matrix = useGet<MatrixAnswer>("access-matrix", "/api/v1/access-matrix");
  const lines = matrix.data?.permissions ?? [];
  const names = [
    ...lines.map(({ permission }) => permission),
    ...new Set(lines.flatMap(({ doors }) => doors)),
  ];
  return (
    <div className="grid gap-5">
      <Panel title="Ask">
        <Form<Fields>
          formKey={null}
          defaultValues={{ personId: "", what: "" }}
          submitLabel="Tell me why"
          onSubmit={async (values) => setAsked(values)}
          wide
        >
          <FormRow>
            <Combobox<Member>
              name="personId"
              label="Person"
              path="/api/v1/members"
              query="active=true"
              itemLabel={(member) => member.name}
              itemHint={(member) => member.email}
              required
            />
            <TextField
              name="what"
              label="Permission or address"
              hint="invoice.create, or POST /api/v1/invoices"
              list="permission-names"
              required
            />
          </FormRow>
          <datalist id="permission-names">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Form>
      </Panel>
      {asked && <Answer asked={asked} />}
    </div>
  );
}
