export { OwnTaxForms } from "./tax-form/OwnTaxForms.tsx";
export { VendorTaxForms } from "./tax-form/VendorTaxForms.tsx";
