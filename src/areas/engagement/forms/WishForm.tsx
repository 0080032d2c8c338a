import { SiteField, SiteForm } from "#web/site/SiteForm.tsx";

/** A wish for the product. */
export default function WishForm() {
  const form = "wish";
  return (
    <SiteForm id={form} action="/api/v1/public/feature-requests" submitLabel="Send your wish">
      <SiteField form={form} name="title" label="What do you wish for?" required maxLength={120} />
      <SiteField
        form={form}
        name="description"
        label="Why, and for whom?"
        rows={4}
        maxLength={2000}
      />
      <SiteField
        form={form}
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        hint="If you want to hear what became of it. It is not published."
        maxLength={255}
      />
    </SiteForm>
  );
}
