import { Combobox } from "#web/kit/form/Combobox.tsx";

/** Who looks after a policy or a certificate. */
export function OwnerField({ owner }: { owner?: string | undefined }) {
  return (
    <Combobox<{ id: string; name: string; title: string }>
      name="ownerId"
      label="Owner"
      required
      path="/api/v1/members"
      query="active=true"
      {...(owner !== undefined && { currentLabel: owner })}
      itemLabel={(member) => member.name}
      hint="A compliance officer, a manager or an administrator."
    />
  );
}
