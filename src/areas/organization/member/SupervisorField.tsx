import { Combobox } from "#web/kit/form/Combobox.tsx";

/** Who supervises a member; nobody: the managers of the department. */
export function SupervisorField({ currentLabel = null }: { currentLabel?: string | null }) {
  return (
    <Combobox<{ id: string; name: string }>
      name="supervisorId"
      label="Supervisor"
      hint="Hears of certificates that end. Without one: the managers of the department."
      path="/api/v1/members"
      query="active=true"
      itemLabel={({ name }) => name}
      currentLabel={currentLabel}
    />
  );
}
