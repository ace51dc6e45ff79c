//! Parameters of algorithms. They are declared as data, given as text, and read with a type.

use crate::{ParameterError, near_matches};

/// One parameter of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
    /// The accepted words, separated by `|`, or `NUMBER`, `INTEGER`, `TEXT`.
    pub values: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Parameter {
    /// A parameter that is `true` or `false`.
    pub const fn switch(
        name: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> Parameter {
        Parameter { name, default, values: "true|false", help }
    }
}

/// The description of an algorithm, for lists and for the documentation.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name that users type.
    pub name: &'static str,
    /// A summary in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub reference: &'static str,
    /// The parameters that `--set` accepts.
    pub parameters: &'static [Parameter],
    /// Does it keep a tree, so that it can export the tree and record a trace of the root's
    /// numbers?
    pub keeps_tree: bool,
    /// Can it save its table to checkpoints, and resume from them?
    pub saves_table: bool,
}

/// The given parameters: names and texts.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    given: Vec<(String, String)>,
}

impl Parameters {
    /// The parameters with these names and texts. A later text replaces an earlier one of the same
    /// name.
    pub fn new(given: impl IntoIterator<Item = (String, String)>) -> Parameters {
        Parameters { given: given.into_iter().collect() }
    }

    /// Checks that all names are known and all values are accepted.
    ///
    /// # Errors
    /// The first parameter that fails, and what would be right.
    pub fn check(&self, info: &AlgorithmInfo) -> Result<(), ParameterError> {
        self.check_among(info.parameters, info.name)
    }

    /// The same check for an algorithm that takes the `declared` parameters.
    ///
    /// # Errors
    /// The first parameter that fails, and what would be right.
    pub fn check_among(
        &self,
        declared: &[Parameter],
        algorithm: &str,
    ) -> Result<(), ParameterError> {
        for (name, text) in &self.given {
            let Some(parameter) = declared.iter().find(|p| p.name == name) else {
                let near = if declared.is_empty() {
                    "; it has no parameters".to_string()
                } else {
                    near_matches(name, declared.iter().map(|p| p.name))
                };
                return Err(ParameterError(format!("{algorithm} has no parameter '{name}'{near}")));
            };
            let fits = match parameter.values {
                "NUMBER" => text.parse::<f64>().is_ok_and(f64::is_finite),
                "INTEGER" => text.parse::<u64>().is_ok(),
                "TEXT" => true,
                words => words.split('|').any(|word| word == text),
            };
            if !fits {
                return Err(ParameterError(format!(
                    "{algorithm} does not accept {name}={text}; it takes {}",
                    parameter.values
                )));
            }
        }
        Ok(())
    }

    /// The parameters that are among `declared`, and the others.
    pub fn split(&self, declared: &[Parameter]) -> (Parameters, Parameters) {
        let among = |(name, _): &(String, String)| declared.iter().any(|p| p.name == name);
        let (these, others) = self.given.iter().cloned().partition(among);
        (Parameters { given: these }, Parameters { given: others })
    }

    /// Are no parameters given?
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The same parameters and one more.
    #[must_use]
    pub fn with(mut self, name: &str, text: &str) -> Parameters {
        self.given.push((name.into(), text.into()));
        self
    }

    /// The text given for a parameter, if one was.
    pub fn given(&self, name: &str) -> Option<&str> {
        self.given.iter().rev().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// The text of a declared parameter, or its default if none was given.
    pub fn text<'a>(&'a self, info: &'a AlgorithmInfo, name: &str) -> &'a str {
        let declared = info.parameters.iter().find(|p| p.name == name);
        debug_assert!(declared.is_some(), "{} does not declare {name}", info.name);
        self.given(name).or(declared.map(|p| p.default)).unwrap_or("")
    }

    /// A declared `true|false` parameter.
    pub fn flag(&self, info: &AlgorithmInfo, name: &str) -> bool {
        self.text(info, name) == "true"
    }

    /// A declared `NUMBER`.
    pub fn number(&self, info: &AlgorithmInfo, name: &str) -> f64 {
        self.text(info, name).parse().unwrap_or(0.0)
    }

    /// A declared `INTEGER`.
    pub fn integer(&self, info: &AlgorithmInfo, name: &str) -> u64 {
        self.text(info, name).parse().unwrap_or(0)
    }
}
