export { OwnTaxForms } from "./tax-form/OwnTaxForms.tsx";
