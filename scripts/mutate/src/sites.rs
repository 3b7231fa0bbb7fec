//! Where a mistake can be planted in a source file, and which.

use std::ops::Range;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Signature, Type, UnOp};

/// A piece of a file and what can stand in its place.
pub struct Site {
    /// Bytes of the file.
    pub bytes: Range<usize>,
    /// What encloses it, such as `BitMap::get`.
    pub function: String,
    pub kind: Kind,
    /// What stands there, on one line.
    pub original: String,
    /// What could stand there, each on one line.
    pub mutants: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// An expression.
    Expression,
    /// The place behind the opening brace of a function; the mutant returns a value at once.
    Start,
}

/// All sites of a source file, in no order; one may lie within another.
pub fn of(source: &str) -> Vec<Site> {
    let file = syn::parse_file(source).expect("the file compiles");
    let mut finder = Finder { sites: Vec::new(), context: Vec::new() };
    finder.visit_file(&file);
    finder.sites
}

struct Finder {
    sites: Vec<Site>,
    context: Vec<String>,
}

impl Finder {
    fn add(&mut self, span: Span, kind: Kind, original: String, mutants: Vec<String>) {
        if !mutants.is_empty() {
            let function = self.context.join("::");
            self.sites.push(Site { bytes: span.byte_range(), function, kind, original, mutants });
        }
    }

    fn within(&mut self, name: String, walk: impl FnOnce(&mut Self)) {
        self.context.push(name);
        walk(self);
        self.context.pop();
    }

    fn function(
        &mut self,
        signature: &Signature,
        body: &syn::Block,
        walk: impl FnOnce(&mut Self),
    ) {
        if signature.constness.is_some() {
            return;
        }
        self.within(signature.ident.to_string(), |this| {
            if !body.stmts.is_empty() {
                let values = values_of(&signature.output);
                let mutants = values.iter().map(|value| format!("return {value}")).collect();
                let open = body.brace_token.span.open();
                this.add(open, Kind::Start, "the body".to_owned(), mutants);
            }
            walk(this);
        });
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if !is_for_tests(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    // What the compiler evaluates cannot ask which mutant is active.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let mut name = one_line(&node.self_ty);
        name.truncate(name.find('<').unwrap_or(name.len()));
        self.within(name.trim().to_owned(), |this| visit::visit_item_impl(this, node));
    }

    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.within(node.ident.to_string(), |this| visit::visit_item_trait(this, node));
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if !is_for_tests(&node.attrs) {
            self.function(&node.sig, &node.block, |this| visit::visit_item_fn(this, node));
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block, |this| visit::visit_impl_item_fn(this, node));
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(body) = &node.default {
            self.function(&node.sig, body, |this| visit::visit_trait_item_fn(this, node));
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        if !binds(&node.left) && !binds(&node.right) {
            let mutants = others(&node.op)
                .iter()
                .map(|operator| {
                    format!("{} {operator} {}", one_line(&node.left), one_line(&node.right))
                })
                .collect();
            self.add(node.span(), Kind::Expression, one_line(node), mutants);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        if matches!(node.op, UnOp::Not(_) | UnOp::Neg(_)) {
            let mutants = vec![one_line(&node.expr)];
            self.add(node.span(), Kind::Expression, one_line(node), mutants);
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast syn::ExprMatch) {
        let rest = node.arms.iter().any(|arm| {
            arm.guard.is_none() && matches!(&arm.pat, syn::Pat::Wild(_) | syn::Pat::Ident(_))
        });
        if rest {
            for (index, arm) in node.arms.iter().enumerate() {
                if arm.guard.is_none() && matches!(&arm.pat, syn::Pat::Wild(_) | syn::Pat::Ident(_))
                {
                    continue;
                }
                let mut without = node.clone();
                without.arms.remove(index);
                let original = format!("match arm {}", one_line(&arm.pat));
                self.add(node.span(), Kind::Expression, original, vec![one_line(&without)]);
            }
        }
        for arm in &node.arms {
            if let Some((_, guard)) = &arm.guard
                && !binds(guard)
            {
                let mutants = vec!["true".to_owned(), "false".to_owned()];
                let original = format!("guard {}", one_line(guard));
                self.add(guard.span(), Kind::Expression, original, mutants);
            }
        }
        visit::visit_expr_match(self, node);
    }
}

/// Whether an expression is a condition that binds names, which a `match` around it would hide.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && one_line(attribute).contains("test")
            || attribute.path().is_ident("test")
    })
}

fn one_line(node: &impl ToTokens) -> String {
    node.to_token_stream().to_string().replace('\n', " ")
}

/// What is easily written in place of an operator.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Lt(_) => &["<=", "==", ">"],
        BinOp::Gt(_) => &[">=", "==", "<"],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::MulAssign(_) => &["+=", "/="],
        BinOp::DivAssign(_) => &["%=", "*="],
        BinOp::RemAssign(_) => &["/=", "+="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        BinOp::BitAndAssign(_) => &["|=", "^="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        _ => &[],
    }
}

/// What a function that does nothing could return; what does not compile is dropped later.
fn values_of(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".to_owned()],
        ReturnType::Type(_, of) => values(of),
    }
}

fn values(of: &Type) -> Vec<String> {
    let owned = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    let path = match of {
        Type::Path(path) => path,
        Type::Tuple(tuple) if tuple.elems.is_empty() => return owned(&["()"]),
        Type::Tuple(_) => return owned(&["Default::default()"]),
        _ => return Vec::new(),
    };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "bool" => owned(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => owned(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => owned(&["0", "1", "-1"]),
        "Option" => owned(&["None"]),
        "Vec" => owned(&["Vec::new()"]),
        "Ordering" => {
            owned(&["std::cmp::Ordering::Less", "std::cmp::Ordering::Equal", "std::cmp::Ordering::Greater"])
        }
        "Result" => {
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return owned(&["Ok(())"]);
            };
            match arguments.args.first() {
                Some(syn::GenericArgument::Type(inner)) => {
                    values(inner).iter().map(|value| format!("Ok({value})")).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => owned(&["Default::default()"]),
    }
}
