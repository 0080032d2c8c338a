import { QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { TermsShown } from "../../device/device.model.ts";

/** How long devices work without a sign-in, and when they lock. */
export function TermsDialog({ terms, onClose }: { terms: TermsShown; onClose: () => void }) {
  return (
    <PostDialog
      title="Terms of devices in the field"
      description="Devices take them over at their next contact."
      method="PUT"
      path="/api/v1/field/terms"
      submit="Save"
      values={{
        daysWithoutSignIn: String(terms.daysWithoutSignIn),
        lockMinutes: String(terms.lockMinutes),
      }}
      version={terms.version}
      nouns={["/api/v1/field/terms"]}
      bodyOf={({ daysWithoutSignIn, lockMinutes }) => ({
        daysWithoutSignIn: Number(daysWithoutSignIn),
        lockMinutes: Number(lockMinutes),
      })}
      onClose={onClose}
    >
      <QuantityField
        name="daysWithoutSignIn"
        label="Days without a sign-in"
        hint="1 to 14. After them the packet cannot be read; captures stay."
        required
      />
      <QuantityField name="lockMinutes" label="Minutes until it locks" hint="1 to 240" required />
    </PostDialog>
  );
}
