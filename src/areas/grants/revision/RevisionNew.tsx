import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useMutationAction, useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import type { AwardDetail } from "../award/award.model.ts";

type ObjectClass = keyof typeof objectClasses;
const names = Object.keys(objectClasses) as ObjectClass[];
type Values = {
  title: string;
  reason: string;
  moves: Record<ObjectClass, number | null>;
  newPeriodTo: string | null;
  scopeChange: boolean;
  keyPerson: boolean;
  newSubaward: boolean;
};
const blank: Values = {
  title: "",
  reason: "",
  moves: Object.fromEntries(names.map((c) => [c, null])) as Values["moves"],
  newPeriodTo: null,
  scopeChange: false,
  keyPerson: false,
  newSubaward: false,
};

/** Drafts a revision of an award: money among classes, its end, its scope. */
export default function RevisionNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const award = useRecord<AwardDetail>("/api/v1/grant-awards", id);
  const save = useMutationAction<{ id: string }>("award-revisions");
  if (award.isPending) return <RecordSkeleton />;
  if (!award.data) return <ErrorPanel error={award.error} what="This award" />;
  return (
    <div className="stack">
      <div>
        <h1>Revise {award.data.number}</h1>
        <p className="text-t2">It is tested against 2 CFR 200.308 before anybody decides.</p>
      </div>
      <Form<Values>
        formKey={`revision-new-${id}`}
        defaultValues={blank}
        submitLabel="Save draft"
        wide
        onCancel={() => void navigate(pathTo("award", { id }))}
        onSubmit={async ({ moves, ...values }) => {
          const made = await save.mutateAsync({
            path: "/api/v1/award-revisions",
            body: {
              ...values,
              newPeriodTo: values.newPeriodTo || null,
              awardId: id,
              moves: names.flatMap((objectClass) =>
                moves[objectClass] ? [{ objectClass, cents: moves[objectClass] }] : [],
              ),
            },
          });
          void navigate(pathTo("revision", { id: made.id }));
        }}
      >
        <FormSection title="What changes">
          <TextField name="title" label="What changes" required maxLength={200} />
          <TextArea name="reason" label="Why" required maxLength={4000} />
          <DateField name="newPeriodTo" label="New last day" />
          <CheckboxField name="scopeChange" label="The scope or objective changes" />
          <CheckboxField name="keyPerson" label="A key person changes or gives less time" />
          <CheckboxField
            name="newSubaward"
            label="A subrecipient does work that the award does not name"
          />
        </FormSection>
        <FormSection title="More or less by object class, in all nothing">
          {[0, 3, 6].map((at) => (
            <FormRow key={at}>
              {names.slice(at, at + 3).map((c) => (
                <MoneyField key={c} name={`moves.${c}`} label={objectClasses[c]} />
              ))}
            </FormRow>
          ))}
        </FormSection>
      </Form>
    </div>
  );
}
