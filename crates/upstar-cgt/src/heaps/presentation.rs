//! Presentations of misère quotients: generators, relations and normal forms.

use std::collections::HashMap;

use super::MisereQuotient;

/// A presentation of a commutative monoid.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// The least heap that stands for each generator a, b, c, ….
    pub generators: Vec<usize>,
    /// The relations: each word on the left equals the smaller word on the right, and every word can be reduced by them
    /// to its normal form.
    pub relations: Vec<(String, String)>,
    /// The normal form of each element.
    pub words: Vec<String>,
}

/// The exponents of the generators.
type Word = Vec<u32>;

/// The presentation of a quotient by the heaps that are no products of smaller ones. Normal forms are the least words:
/// shorter ones first, then those with more of the earlier generators.
pub fn presentation(quotient: &MisereQuotient) -> Presentation {
    let mut generators: Vec<usize> = Vec::new();
    let mut made = vec![false; quotient.order()];
    made[0] = true;
    for (heap, &element) in quotient.elements.iter().enumerate() {
        if !made[element as usize] {
            generators.push(heap);
            close(quotient, &mut made, element);
        }
    }
    let letters: Vec<u32> = generators.iter().map(|&heap| quotient.elements[heap]).collect();
    let mut normal: HashMap<u32, Word> = HashMap::from([(0, vec![0; letters.len()])]);
    let mut relations = Vec::new();
    let mut level: Vec<(Word, u32)> = vec![(vec![0; letters.len()], 0)];
    while !level.is_empty() {
        let mut next: HashMap<Word, u32> = HashMap::new();
        for (word, element) in &level {
            for (i, &letter) in letters.iter().enumerate() {
                let mut longer = word.clone();
                longer[i] += 1;
                next.insert(longer, quotient.products[*element as usize][letter as usize]);
            }
        }
        let is_normal = |word: &Word| level.iter().any(|(known, _)| known == word);
        // A word is reducible already if it has a factor that is not a normal form.
        let mut words: Vec<(Word, u32)> = next
            .into_iter()
            .filter(|(word, _)| factors(word).all(|word| is_normal(&word)))
            .collect();
        words.sort_unstable_by(|(a, _), (b, _)| b.cmp(a));
        level.clear();
        for (word, element) in words {
            match normal.get(&element) {
                Some(known) => relations.push((text(&word), text(known))),
                None => {
                    normal.insert(element, word.clone());
                    level.push((word, element));
                }
            }
        }
    }
    let words = (0..quotient.order() as u32).map(|element| text(&normal[&element])).collect();
    Presentation { generators, relations, words }
}

/// Marks all products of an element with marked ones.
fn close(quotient: &MisereQuotient, made: &mut [bool], element: u32) {
    let mut waiting: Vec<usize> = (0..made.len()).filter(|&x| made[x]).collect();
    while let Some(x) = waiting.pop() {
        let product = quotient.products[x][element as usize] as usize;
        if !made[product] {
            made[product] = true;
            waiting.push(product);
        }
    }
}

/// The words with one letter less.
fn factors(word: &Word) -> impl Iterator<Item = Word> + '_ {
    (0..word.len()).filter(|&i| word[i] > 0).map(|i| {
        let mut factor = word.clone();
        factor[i] -= 1;
        factor
    })
}

/// A word such as `ab^2`; the empty word is `1`.
fn text(word: &Word) -> String {
    let mut text = String::new();
    for (i, &exponent) in word.iter().enumerate().filter(|(_, exponent)| **exponent > 0) {
        match u8::try_from(i).ok().filter(|&i| i < 26) {
            Some(i) => text.push(char::from(b'a' + i)),
            None => text += &format!("({i})"),
        }
        if exponent > 1 {
            text += &format!("^{exponent}");
        }
    }
    if text.is_empty() { "1".into() } else { text }
}
