-- A credit goes back to the account of what it credits; where it does not, somebody is asked.
alter table invoice_exception drop constraint invoice_exception_kind_check;
alter table invoice_exception add constraint invoice_exception_kind_check check (
  kind in (
    'price', 'quantity', 'unit', 'no_receipt', 'no_order', 'over_encumbrance', 'duplicate', 'totals',
    'vendor', 'currency', 'credited'
  )
);
