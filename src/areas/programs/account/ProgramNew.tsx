import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useNow } from "#web/kit/now.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProgramInput } from "./program.model.ts";
import { ProgramFields } from "./ProgramFields.tsx";

const yearMs = 365 * 86_400_000;

/** /api-connectors/programs/new: a program is set up, without a key. */
export default function ProgramNew() {
  const { me } = useAuth();
  const { timeZone } = useAgency();
  const now = useNow();
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("programs");
  const submit = async (body: ProgramInput) => {
    const { id } = await save.mutateAsync({ path: "/api/v1/programs", body });
    notify.done("Set up", "Who answers for it makes its key on the page of the program.");
    void navigate(pathTo("program", { id }));
  };
  return (
    <div className="grid max-w-[860px] gap-5">
      <h1>New program</h1>
      <Form<ProgramInput>
        formKey="program-new"
        defaultValues={{
          name: "",
          purpose: "",
          ownerId: me?.person.id ?? "",
          scopes: [],
          endsOn: dateIn(new Date(now + yearMs).toISOString(), timeZone),
        }}
        submitLabel="Set up the program"
        onSubmit={submit}
      >
        <ProgramFields ownerName={me?.person.displayName ?? null} />
      </Form>
    </div>
  );
}
