-- Vendors' invoice numbers are compared with letters that look alike as one; what was stored before is remade, as invoiceNumberKey of the invoice model has it.
-- Numbers with other letters than Latin ones are remade from their former key.
alter table invoice no force row level security;

with plain as (
  select org_id, id, vendor_number_key as former, translate(upper(normalize(vendor_number, NFKC)), 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХЅІЈOIL', 'ABEZH1KMN0PTYXABEKMH0PCTYXS1J011') as given from invoice
), folded as (
  select org_id, id, former, case when given ~ '[^\x01-\x7f]' then translate(former, 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХЅІЈOIL', 'ABEZH1KMN0PTYXABEKMH0PCTYXS1J011') else regexp_replace(given, '[^A-Z0-9]', '', 'g') end as key from plain
), remade as (
  select org_id, id, former, coalesce(nullif(regexp_replace(key, '(?<![0-9])0+(?=[0-9])', '', 'g'), ''), '0') as key from folded
)
update invoice i set vendor_number_key = r.key from remade r where i.org_id = r.org_id and i.id = r.id and r.key <> r.former;

alter table invoice force row level security;
