import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Section } from "../application/application.model.ts";

/** Asks somebody outside of the agency to write one section, by a letter with a link. */
export function InviteDialog({
  of,
  dueOn,
  onClose,
}: {
  of: Section;
  dueOn: string | null;
  onClose: () => void;
}) {
  return (
    <PostDialog
      title={`Ask somebody outside to write ${of.title}`}
      description="They get a letter with a link that opens this section and nothing else, until its day. You can end it at any time."
      path={`/api/v1/grant-application-sections/${of.id}/contributors`}
      submit="Send the letter"
      nouns={["grant-applications"]}
      values={{ name: "", email: "", untilOn: of.dueOn ?? dueOn ?? "" }}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={120} />
        <TextField name="email" label="Email" type="email" required maxLength={200} />
      </FormRow>
      <DateField name="untilOn" label="The link works until" required />
    </PostDialog>
  );
}
