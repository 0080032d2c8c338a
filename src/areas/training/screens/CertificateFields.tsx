import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";

/** The fields of a certificate of a person. */
export function CertificateFields({ holder }: { holder?: string }) {
  const { me } = useAuth();
  return (
    <>
      <FormRow>
        <Combobox<{ id: string; name: string }>
          name="holderId"
          label="Holder"
          hint="Yourself, or one of your people"
          required
          path="/api/v1/members"
          query="active=true"
          itemLabel={({ name }) => name}
          currentLabel={holder ?? me?.person.displayName ?? ""}
        />
        <TextField
          name="code"
          label="Code"
          hint="Such as ICS-100, CDL-A, CPR"
          required
          maxLength={40}
        />
      </FormRow>
      <FormRow>
        <TextField name="title" label="Certificate" required maxLength={200} />
        <TextField name="issuer" label="Issued by" required maxLength={200} />
      </FormRow>
      <FormRow>
        <DateField name="validFrom" label="Valid from" required />
        <DateField name="validUntil" label="Last day" hint="Empty: it does not end" />
        <TextField name="reference" label="Issuer's number" maxLength={120} />
      </FormRow>
      <FileDrop
        name="file"
        label="The certificate as a PDF or picture"
        accept="application/pdf,image/png,image/jpeg"
        multiple={false}
      />
    </>
  );
}
