-- What the document of an invoice said when it was saved, and what whoever saved it wrote otherwise.
create table invoice_reading (
  org_id uuid not null,
  invoice_id uuid not null,
  way text not null check (way in ('text', 'xml', 'scan')),
  standing text not null check (standing in ('proved', 'read')),
  by_vendor boolean not null,
  saved_by uuid,
  saved_by_name text not null default '',
  corrections jsonb not null default '[]' check (jsonb_typeof(corrections) = 'array'),
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  unseen jsonb not null default '[]' check (jsonb_typeof(unseen) = 'array'),
  notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
  marks jsonb not null default '[]' check (jsonb_typeof(marks) = 'array'),
  sheets jsonb not null default '[]' check (jsonb_typeof(sheets) = 'array'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, invoice_id),
  foreign key (org_id, invoice_id) references invoice(org_id, id),
  foreign key (saved_by) references person(id),
  check (way <> 'scan' or standing = 'read')
);
select levee_secure('invoice_reading');
create index invoice_reading_saved_by on invoice_reading (saved_by);

-- Data inside a document and its page that do not say the same wait for accounts payable.
alter table invoice_exception drop constraint invoice_exception_kind_check;
alter table invoice_exception add constraint invoice_exception_kind_check check (
  kind in (
    'price', 'quantity', 'unit', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals',
    'vendor', 'currency', 'credited', 'delivery', 'document'
  )
);
