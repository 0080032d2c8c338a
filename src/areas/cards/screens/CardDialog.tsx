import { useFormContext } from "react-hook-form";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { CardDetail } from "../card/card.model.ts";
import type { GroupRow } from "../card/group.model.ts";

type Values = {
  bankId: string;
  holderId: string;
  administratorId: string;
  approverId: string;
  lastFour: string;
  perPurchase: number | null;
  perCycle: number | null;
  groups: string[];
  accountStringId: string;
  endsOn: string;
};

const valuesOf = (card: CardDetail | null, me: string): Values => ({
  bankId: card?.bankId ?? "",
  holderId: card?.holderId ?? "",
  administratorId: card?.administratorId ?? me,
  approverId: card?.approverId ?? "",
  lastFour: card?.lastFour ?? "",
  perPurchase: card?.perPurchase ?? null,
  perCycle: card?.perCycle ?? null,
  groups: card?.groups ?? [],
  accountStringId: card?.accountStringId ?? "",
  endsOn: card?.endsOn ?? "",
});

function Groups() {
  const { register } = useFormContext<Values>();
  const { data } = useGet<{ items: GroupRow[] }>("card-groups", "/api/v1/card-groups");
  const inForce = (data?.items ?? []).filter(({ status }) => status === "published");
  if (inForce.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label">Buys in</legend>
      <p className="text-13 text-t2">None chosen: in all that are not blocked.</p>
      {inForce.map(({ definitionId, name, blocked }) => (
        <label key={definitionId} className="check">
          <input type="checkbox" value={definitionId} {...register("groups")} />
          <span>
            {name}
            {blocked && " (blocked for the other cards)"}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Named = { id: string; name: string };
const member = { path: "/api/v1/members", query: "active=true", required: true } as const;
const nameOf = ({ name }: Named) => name;

function People({ card, me }: { card: CardDetail | null; me: Named }) {
  return (
    <>
      {!card && (
        <FormRow>
          <Combobox<Named> name="holderId" label="Holder" {...member} itemLabel={nameOf} />
          <TextField
            name="lastFour"
            label="Last four digits"
            hint="Never the whole number"
            required
            maxLength={4}
          />
        </FormRow>
      )}
      <FormRow>
        <Combobox<Named>
          name="approverId"
          label="Approver"
          hint="Approves its lines"
          {...member}
          itemLabel={nameOf}
          currentLabel={card?.approverName ?? ""}
        />
        <Combobox<Named>
          name="administratorId"
          label="Administrator"
          hint="Keeps it"
          {...member}
          itemLabel={nameOf}
          currentLabel={card?.administratorName ?? me.name}
        />
      </FormRow>
    </>
  );
}

/** Enters a card, or changes limits and people of one. */
export function CardDialog({
  card,
  me,
  onClose,
  onDone,
}: {
  card: CardDetail | null;
  me: Named;
  onClose: () => void;
  onDone?: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title={card ? `Change ${card.number}` : "New card"}
      description="Three people: whoever holds it neither keeps it nor approves its lines."
      path={card ? `/api/v1/purchase-cards/${card.id}` : "/api/v1/purchase-cards"}
      method={card ? "PATCH" : "POST"}
      {...(card ? { version: card.version } : {})}
      submit="Save"
      values={valuesOf(card, me.id)}
      nouns={["purchase-cards", "card-standing"]}
      bodyOf={({ bankId, holderId, lastFour, ...given }) => ({
        ...given,
        ...(card ? {} : { bankId, holderId, lastFour }),
        endsOn: given.endsOn || null,
      })}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      <People card={card} me={me} />
      {!card && (
        <Combobox<Named>
          name="bankId"
          label="Bank"
          hint="The vendor whose statement bills it"
          required
          path="/api/v1/vendors"
          query="status=active"
          itemLabel={nameOf}
        />
      )}
      <FormRow>
        <MoneyField name="perPurchase" label="Limit of a purchase" required />
        <MoneyField name="perCycle" label="Limit of a cycle" required />
        <DateField name="endsOn" label="Ends on" />
      </FormRow>
      <Combobox<AccountString>
        name="accountStringId"
        label="Default account"
        hint="Until its holder says otherwise"
        required
        path="/api/v1/account-strings"
        itemLabel={(account) => `${account.code} · ${account.label}`}
        currentLabel={card?.accountCode ?? ""}
      />
      <Groups />
    </PostDialog>
  );
}
