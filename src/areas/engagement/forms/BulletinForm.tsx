import { SiteField, SiteForm } from "#web/site/SiteForm.tsx";

/** The bulletin of solicitations by mail. */
export default function BulletinForm() {
  const form = "bulletin";
  return (
    <SiteForm id={form} action="/api/v1/public/bulletin" submitLabel="Send me the bulletin">
      <SiteField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={255}
      />
      <SiteField
        form={form}
        name="commodityPrefixes"
        label="Beginnings of NAICS codes"
        hint="Several with commas: 2123, 4233. Nothing means every solicitation."
        maxLength={300}
      />
    </SiteForm>
  );
}
