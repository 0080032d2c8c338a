import { Combobox } from "#web/kit/form/Combobox.tsx";

type Member = { id: string; name: string; email: string };

/** Somebody of the agency. */
export function MemberField({
  name,
  label,
  current = null,
}: {
  name: string;
  label: string;
  current?: string | null;
}) {
  return (
    <Combobox<Member>
      name={name}
      label={label}
      required
      path="/api/v1/members"
      query="active=true"
      itemLabel={(member) => member.name}
      itemHint={(member) => member.email}
      currentLabel={current}
    />
  );
}
